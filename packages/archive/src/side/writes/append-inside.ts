import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, realpathSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type NotOpened, openInside } from '../../safe-open.ts'

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
const NEWLINE = 0x0a

/** Adds a line to a file that is there, is not empty, and lies inside the root. Null when it is done. */
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
      const { ino, dev } = fstatSync(fd)
      if (ino !== seen.stats.ino || dev !== seen.stats.dev)
        return { kind: 'refused', reason: `${relativePath} was exchanged while it was opened` }
      const bytes = Buffer.from(text)
      const written = writeSync(fd, bytes)
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
