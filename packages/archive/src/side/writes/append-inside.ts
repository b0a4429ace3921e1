import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type NotOpened, openInside } from '../../safe-open.ts'

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
const NEWLINE = 0x0a

/**
 * Adds a line to a file that is there, is not empty, and lies inside the root, and leaves its time as it was: by that the CLI puts its
 * list in order and chooses what it deletes, and a name is no activity. Null when it is done.
 */
export function appendInside(root: string, relativePath: string, line: string): NotOpened | null {
  const seen = openInside(root, relativePath)
  if (seen.kind !== 'file') return seen
  try {
    if (seen.stats.size === 0) return { kind: 'refused', reason: `${relativePath} is empty` }
    const last = Buffer.alloc(1)
    readSync(seen.fd, last, 0, 1, seen.stats.size - 1)
    // A writer that was killed left half a line; ours must not become part of it.
    const text = `${last[0] === NEWLINE ? '' : '\n'}${line}\n`
    const path = join(realpathSync.native(root), relativePath)
    const fd = openSync(path, APPEND)
    try {
      const before = fstatSync(fd)
      if (before.ino !== seen.stats.ino || before.dev !== seen.stats.dev)
        return { kind: 'refused', reason: `${relativePath} was exchanged while it was opened` }
      const bytes = Buffer.from(text)
      const written = writeSync(fd, bytes)
      putTimeBack(fd, before, written)
      fsyncSync(fd)
      return written === bytes.length ? null : { kind: 'unreadable', reason: `Only ${written} bytes could be written` }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return { kind: 'unreadable', reason: `${relativePath} cannot be written: ${(error as Error).message}` }
  } finally {
    closeSync(seen.fd)
  }
}

/** Not where somebody else has written meanwhile, as the size tells: then the file was active. */
function putTimeBack(fd: number, before: Stats, written: number): void {
  const isOurs = () => fstatSync(fd).size === before.size + written
  if (!isOurs()) return
  futimesSync(fd, before.atimeMs / 1000, before.mtimeMs / 1000)
  if (isOurs()) return
  const now = Date.now() / 1000
  futimesSync(fd, now, now)
}
