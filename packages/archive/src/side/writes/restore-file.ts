import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { HeldFolder } from '../../held-folder.ts'
import { diffVersions, type VersionDiff } from '../file-history/diff-versions.ts'
import { toSha256 } from '../file-history/file-version.ts'
import { findTarget, type Refuse, type Refused } from './find-target.ts'

export interface RestoreAsked {
  /** The project's folder. Nothing outside is touched. */
  project: string
  /** Absolute, or relative to the project. */
  path: string
  /** Null: the file did not exist, and is taken away. */
  content: Buffer | null
  /**
   * The hash of what the caller knows to be in the file: of the newest version, or from the dry run that the user has seen. Null for
   * no file. Undefined only together with `isDryRun` or `isForced`.
   */
  knownSha256?: string | null
  isDryRun?: boolean
  /** Also when the file holds something else than is known. */
  isForced?: boolean
  /** Nothing may be there: what is, is neither read nor replaced. */
  isNew?: boolean
  /** Of a file that is made; without it, what the umask leaves. One that is there stays as open as it was. */
  newMode?: number
  /** Asked before anything of a file is read. With it, a file that has a second name is left alone: only one name was judged. */
  refuse?: Refuse | undefined
}

export type RestoreOutcome =
  | { kind: 'restored' | 'would-restore' | 'changed'; path: string; diff: VersionDiff; currentSha256: string | null }
  | Refused

const LARGEST_BYTES = 256 * 1024 * 1024

/** Puts a version of a file back, as the user asked, or says what that would change. */
export function restoreFile(asked: RestoreAsked): RestoreOutcome {
  try {
    const path = findTarget(asked.project, asked.path, asked.refuse)
    return typeof path === 'string' ? restoreAt(asked, path) : path
  } catch (error) {
    return { kind: 'refused', reason: `${asked.path} cannot be written: ${(error as Error).message}` }
  }
}

function restoreAt(asked: RestoreAsked, path: string): RestoreOutcome {
  const current = readCurrent(asked, path)
  if (typeof current === 'string') return { kind: 'refused', reason: `${asked.path} ${current}` }
  const currentSha256 = current === null ? null : toSha256(current.content)
  const label = relative(realpathSync.native(asked.project), path)
  const diff = diffVersions(
    { content: current?.content ?? null, label: `a/${label}` },
    { content: asked.content, label: `b/${label}` },
  )
  const isKnown = asked.isForced || currentSha256 === asked.knownSha256
  if (asked.isDryRun && (isKnown || asked.knownSha256 === undefined))
    return { kind: 'would-restore', path, diff, currentSha256 }
  if (!isKnown) return { kind: 'changed', path, diff, currentSha256 }
  if (asked.content === null) remove(path, current?.stats ?? null)
  else replace(path, asked.content, current?.stats ?? null, asked.newMode)
  return { kind: 'restored', path, diff, currentSha256 }
}

interface Current {
  content: Buffer
  stats: Stats
}

/** Null where nothing is there; words where it may not be read. */
function readCurrent({ isNew, refuse }: RestoreAsked, path: string): Current | null | string {
  const seen = lstatSync(path, { throwIfNoEntry: false })
  if (seen === undefined) return null
  if (isNew) return 'is there already, and this session has not changed it. Name a file that is not there'
  if (!seen.isFile()) return 'is no plain file'
  const folder = HeldFolder.open(dirname(path))
  try {
    // A link or a FIFO may have come into its place meanwhile.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const descriptor = openSync(folder.at(basename(path)), flags)
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile()) return 'is no plain file'
      if (stats.size > LARGEST_BYTES) return `has ${stats.size} bytes`
      if (refuse !== undefined && stats.nlink > 1) return 'has a second name (a hard link), and may be any other file'
      return { content: readFileSync(descriptor), stats }
    } finally {
      closeSync(descriptor)
    }
  } finally {
    folder.close()
  }
}

function remove(path: string, seen: Stats | null): void {
  if (seen === null) return
  const folder = HeldFolder.open(dirname(path))
  try {
    const own = folder.at(basename(path))
    const now = lstatSync(own, { throwIfNoEntry: false })
    if (now === undefined) return
    if (!isSame(now, seen)) throw new Error('it was exchanged meanwhile')
    unlinkSync(own)
  } finally {
    folder.close()
  }
}

function replace(path: string, content: Buffer, seen: Stats | null, newMode: number | undefined): void {
  const folder = HeldFolder.make(dirname(path))
  const draft = `.${basename(path).slice(0, 100)}.${crypto.randomUUID()}.tmp`
  try {
    const mode = seen?.mode ?? newMode
    // Never more open than what it replaces, not even while it is written.
    writeFileSync(folder.at(draft), content, { flag: 'wx', flush: true, ...(mode !== undefined && { mode: 0o600 }) })
    if (mode !== undefined) chmodSync(folder.at(draft), mode & 0o7777)
    if (seen === null) placeNew(folder, draft, basename(path))
    else {
      const now = lstatSync(folder.at(basename(path)), { throwIfNoEntry: false })
      if (now !== undefined && !isSame(now, seen)) throw new Error('it was exchanged meanwhile')
      renameSync(folder.at(draft), folder.at(basename(path)))
    }
  } finally {
    rmSync(folder.at(draft), { force: true })
    folder.close()
  }
}

/** Never over a file that has come there meanwhile, where the file system can tell: a rename would replace it. */
function placeNew(folder: HeldFolder, draft: string, name: string): void {
  try {
    linkSync(folder.at(draft), folder.at(name))
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
    renameSync(folder.at(draft), folder.at(name))
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev
}
