import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { type NotOpened, openInside } from '../../safe-open.ts'
import { type SessionPlace, toSessionPaths } from '../writes/session-place.ts'
import { LONGEST_HEADER, toFrameSize } from './frame-size.ts'
import { listDeep } from './list-deep.ts'

/** `copied` counts what was new or had changed. */
export type KeepOutcome =
  | { kind: 'kept'; files: number; copied: number }
  | { kind: 'no-room'; reason: string }
  | NotOpened

const EXTENSION = '.zst'

/**
 * Copies everything the CLI's clean-up would take of a session into a folder of ours, compressed, each file at its own path. A copy has
 * the time of its original and knows its size: one that has both already is not made again, so this may be called as often as one likes.
 */
export async function keepSafe(
  root: string,
  place: SessionPlace,
  safeFolder: string,
  /** What it may take: more is refused before anything is copied. */
  roomBytes = Number.POSITIVE_INFINITY,
): Promise<KeepOutcome> {
  const paths = toSessionPaths(place)
  if (paths === null) return { kind: 'refused', reason: 'This is no session' }
  const files = [
    ...listDeep(root, paths.folder),
    ...listDeep(root, `file-history/${place.sessionId}`),
    ...listDeep(root, `tasks/${place.sessionId}`),
    ...listDeep(root, 'todos').filter((file) => file.startsWith(`todos/${place.sessionId}-agent-`)),
    // Last: what lists the kept sessions goes by the transcript, and then the rest is there.
    paths.transcript,
  ]
  const bytes = roomBytes === Number.POSITIVE_INFINITY ? 0 : sumBytes(root, files)
  if (bytes > roomBytes) return { kind: 'no-room', reason: `It has ${bytes} bytes, and there is room for ${roomBytes}` }
  let copied = 0
  for (const file of files) {
    const outcome = await keepFile(root, file, join(safeFolder, `${file}${EXTENSION}`))
    // A file that went away while we copied is nothing that we could have kept.
    if (typeof outcome !== 'boolean' && (outcome.kind !== 'missing' || file === paths.transcript)) return outcome
    if (outcome === true) copied++
  }
  return { kind: 'kept', files: files.length, copied }
}

function sumBytes(root: string, files: readonly string[]): number {
  const sizes = files.map((file) => lstatSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Takes the copies of a session away. Null when they are gone. */
export function dropSafeCopy(safeFolder: string, place: SessionPlace): NotOpened | null {
  const paths = toSessionPaths(place)
  if (paths === null) return { kind: 'refused', reason: 'This is no session' }
  const todos = listDeep(safeFolder, 'todos').filter((file) => file.startsWith(`todos/${place.sessionId}-agent-`))
  const folders = [paths.folder, `file-history/${place.sessionId}`, `tasks/${place.sessionId}`]
  try {
    for (const path of [`${paths.transcript}${EXTENSION}`, ...folders, ...todos])
      rmSync(join(safeFolder, path), { recursive: true, force: true })
    return null
  } catch (error) {
    return { kind: 'unreadable', reason: `The copies cannot be taken away: ${(error as Error).message}` }
  }
}

async function keepFile(root: string, file: string, target: string): Promise<boolean | NotOpened> {
  const source = openInside(root, file)
  if (source.kind !== 'file') return source
  const { size, mtimeMs } = source.stats
  const seconds = Math.floor(mtimeMs) / 1000
  const input = createReadStream('', { fd: source.fd, start: 0, end: Math.max(0, size - 1), autoClose: true })
  const draft = `${target}.${crypto.randomUUID()}.tmp`
  try {
    if (isCurrent(target, { size, mtimeMs: seconds * 1000 })) {
      input.destroy()
      return false
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    // The file may grow while it is copied: what is there now is what is kept, and its size stands in the header.
    await pipeline(
      input,
      createZstdCompress({ pledgedSrcSize: size }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    utimesSync(draft, seconds, seconds)
    renameSync(draft, target)
    return true
  } catch (error) {
    return { kind: 'unreadable', reason: `${file} cannot be kept: ${(error as Error).message}` }
  } finally {
    input.destroy()
    rmSync(draft, { force: true })
  }
}

/** A title that was added has left the time as it was, so the size counts too. */
function isCurrent(copy: string, { size, mtimeMs }: { size: number; mtimeMs: number }): boolean {
  if (statSync(copy, { throwIfNoEntry: false })?.mtimeMs !== mtimeMs) return false
  const fd = openSync(copy, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const header = Buffer.alloc(LONGEST_HEADER)
    return (toFrameSize(header.subarray(0, readSync(fd, header, 0, header.length, 0))) ?? 0) === size
  } finally {
    closeSync(fd)
  }
}
