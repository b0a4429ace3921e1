import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { diffVersions, type VersionDiff } from '../file-history/diff-versions.ts'
import { toSha256 } from '../file-history/file-version.ts'

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
  /** Of a file that is made; without it, what the umask leaves. One that is there stays as open as it was. */
  newMode?: number
}

export type RestoreOutcome =
  | { kind: 'restored' | 'would-restore' | 'changed'; path: string; diff: VersionDiff; currentSha256: string | null }
  | { kind: 'refused'; reason: string }

const LARGEST_BYTES = 256 * 1024 * 1024

/** Puts a version of a file back, as the user asked, or says what that would change. */
export function restoreFile(asked: RestoreAsked): RestoreOutcome {
  try {
    const path = findTarget(asked.project, asked.path)
    if (typeof path !== 'string') return path
    const current = readCurrent(path)
    if (current instanceof Error) return { kind: 'refused', reason: current.message }
    const currentSha256 = current === null ? null : toSha256(current)
    const label = relative(realpathSync.native(asked.project), path)
    const diff = diffVersions(
      { content: current, label: `a/${label}` },
      { content: asked.content, label: `b/${label}` },
    )
    const isKnown = asked.isForced || currentSha256 === asked.knownSha256
    if (asked.isDryRun && (isKnown || asked.knownSha256 === undefined))
      return { kind: 'would-restore', path, diff, currentSha256 }
    if (!isKnown) return { kind: 'changed', path, diff, currentSha256 }
    replace(asked, path)
    return { kind: 'restored', path, diff, currentSha256 }
  } catch (error) {
    return { kind: 'refused', reason: `${asked.path} cannot be written: ${(error as Error).message}` }
  }
}

/** The real place of the file. No folder on the way, nor the file itself, may be a link that leads out of the project. */
function findTarget(project: string, path: string): string | { kind: 'refused'; reason: string } {
  const refused = (reason: string) => ({ kind: 'refused' as const, reason: `${path} ${reason}` })
  if (path.includes('\0')) return refused('is no path')
  const root = realpathSync.native(project)
  const asked = resolve(project, path)
  // A path as the CLI noted it may name the project by its real place or by another.
  const inside = [project, root]
    .map((base) => relative(resolve(base), asked))
    .find((way) => way !== '' && !isOutside(way))
  if (inside === undefined) return refused('is outside the project')
  if (inside.split(sep).includes('.git')) return refused('belongs to git')
  const target = join(root, inside)
  const folder = dirname(target)
  const existing = findExisting(folder)
  const real = realpathSync.native(existing)
  if (real !== root && isOutside(relative(root, real))) return refused('leads outside the project')
  return join(real, relative(existing, folder), basename(target))
}

function isOutside(way: string): boolean {
  return way === '..' || way.startsWith(`..${sep}`) || way.startsWith('/')
}

function findExisting(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? findExisting(dirname(folder)) : folder
}

function readCurrent(path: string): Buffer | null | Error {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (!stats.isFile()) return new Error(`${path} is no plain file`)
  if (stats.size > LARGEST_BYTES) return new Error(`${path} has ${stats.size} bytes`)
  // A link or a FIFO may have come into its place meanwhile.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : new Error(`${path} is no plain file`)
  } finally {
    closeSync(descriptor)
  }
}

function replace({ project, content, newMode }: RestoreAsked, path: string): void {
  const folder = dirname(path)
  if (content === null) {
    checkStill(project, folder)
    rmSync(path, { force: true })
    return
  }
  mkdirSync(folder, { recursive: true })
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? newMode
  const draft = join(folder, `.${basename(path)}.${crypto.randomUUID()}.tmp`)
  try {
    // Never more open than what it replaces, not even while it is written.
    writeFileSync(draft, content, { flag: 'wx', flush: true, ...(mode !== undefined && { mode: 0o600 }) })
    if (mode !== undefined) chmodSync(draft, mode & 0o7777)
    checkStill(project, folder)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A folder may have become a link since we looked. */
function checkStill(project: string, folder: string): void {
  const real = realpathSync.native(folder)
  if (real !== folder || isOutside(relative(realpathSync.native(project), real)))
    throw new Error('its folder was exchanged meanwhile')
}
