import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { join, sep } from 'node:path'

export interface OpenFile {
  kind: 'file'
  /** Whoever opened it closes it. */
  fd: number
  stats: Stats
}

/** Why there is nothing to read: it is not there, we may not read it, or it is no plain file inside the root. */
export interface NotOpened {
  kind: 'missing' | 'unreadable' | 'refused'
  reason: string
}

// Without O_NONBLOCK a FIFO that takes the place of a file at the last moment would hang the process.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a regular file below `root`, and nothing else: no FIFO, no device, nothing a symlink leads to outside. What is opened is
 * compared with what was looked at, because the tree may change in between.
 */
export function openInside(root: string, relativePath: string): OpenFile | NotOpened {
  try {
    const path = findInside(root, relativePath)
    if (typeof path !== 'string') return path
    const seen = lstatSync(path)
    if (!seen.isFile()) return { kind: 'refused', reason: `${relativePath} is no plain file` }
    const fd = openSync(path, FLAGS)
    const stats = fstatSync(fd)
    if (stats.ino === seen.ino && stats.dev === seen.dev && realpathSync.native(path) === path)
      return { kind: 'file', fd, stats }
    closeSync(fd)
    return { kind: 'refused', reason: `${relativePath} was exchanged while it was opened` }
  } catch (error) {
    return toNotOpened(error, relativePath)
  }
}

/** The text of a small file below `root`; what is larger than `limitBytes` is refused. */
export function readInside(root: string, relativePath: string, limitBytes = 32 * 1024 * 1024): Buffer | NotOpened {
  const file = openInside(root, relativePath)
  if (file.kind !== 'file') return file
  try {
    if (file.stats.size > limitBytes)
      return { kind: 'refused', reason: `${relativePath} has ${file.stats.size} bytes, more than ${limitBytes}` }
    const buffer = Buffer.allocUnsafe(file.stats.size)
    let length = 0
    while (length < buffer.length) {
      const count = readSync(file.fd, buffer, length, buffer.length - length, length)
      if (count === 0) break
      length += count
    }
    return buffer.subarray(0, length)
  } catch (error) {
    return toNotOpened(error, relativePath)
  } finally {
    closeSync(file.fd)
  }
}

/** What stands in a folder below `root`, symlinks left out: whoever wants more opens it by name. */
export function listInside(root: string, relativePath: string): Dirent[] | NotOpened {
  try {
    const path = findInside(root, relativePath)
    if (typeof path !== 'string') return path
    return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile() || entry.isDirectory())
  } catch (error) {
    return toNotOpened(error, relativePath)
  }
}

function findInside(root: string, relativePath: string): string | NotOpened {
  const isPlain = !relativePath.includes('\0') && !relativePath.split('/').includes('..')
  if (!isPlain) return { kind: 'refused', reason: `${JSON.stringify(relativePath)} is no path below the directory` }
  const realRoot = realpathSync.native(root)
  const path = realpathSync.native(join(root, relativePath))
  if (path === realRoot || path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return path
  return { kind: 'refused', reason: `${relativePath} leads outside` }
}

function toNotOpened(error: unknown, relativePath: string): NotOpened {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', reason: `${relativePath} is not there` }
  if (code === 'ELOOP') return { kind: 'refused', reason: `${relativePath} leads in a circle` }
  return { kind: 'unreadable', reason: `${relativePath} cannot be read: ${message}` }
}
