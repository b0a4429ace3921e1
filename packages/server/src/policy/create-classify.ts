import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { toAncestors } from '../ancestors.ts'
import { isListedWorktree } from '../files/find-main-root.ts'
import { isBelow } from '../files/is-below.ts'
import { classifyPath, type PathClass } from './classify-path.ts'

export type Classify = (path: string) => PathClass

export interface OwnFolders {
  home: string
  /** Quarterdeck's: what it keeps, and where its keepers listen. */
  data: readonly string[]
  /** The CLI's data directories. */
  claude: readonly string[]
  /** Projects inside of those: the samples of a demo. */
  open?: readonly string[]
}

/** What a path is, with what the disk knows of it: where our own folders really are, and which worktrees git lists. */
export function createClassify({ home, data, claude, open = [] }: OwnFolders): Classify {
  const own = [
    ...data.map((path) => ({ path, why: "belongs to Quarterdeck's own data" })),
    ...claude.map((path) => ({ path, why: 'configures Claude Code' })),
  ].flatMap(({ path, why }) => [...new Set([resolve(path), toReal(path)])].map((each) => ({ path: each, why })))
  const samples = [...new Set(open.flatMap((path) => [resolve(path), toReal(path)]))]
  const homes = [...new Set([resolve(home), toReal(home)])]
  return (path) => {
    const worktree = /^.*?\/\.claude\/worktrees\/[^/]+(?=\/|$)/.exec(path)?.[0]
    const isOpen =
      worktree !== undefined && !data.some((each) => isBelow(worktree, toReal(each))) && isListedWorktree(worktree)
    const places = { own, open: isOpen ? [...samples, worktree] : samples }
    const found = classifyPath(path, { ...places, homes })
    if (found.kind === 'protected') return found
    const same = samples.some((each) => isBelow(path, each)) ? null : findSame(path, own)
    return same === null ? found : { kind: 'protected', why: same }
  }
}

/** One of our folders may have a second path that no name tells: by a mount, or on a file system with rules of its own. */
function findSame(path: string, own: readonly { path: string; why: string }[]): string | null {
  const known = own.map(({ path: each, why }) => ({ id: identify(each), why })).filter(({ id }) => id !== null)
  const ids = new Set(toAncestors(path).map(identify))
  return known.find(({ id }) => ids.has(id))?.why ?? null
}

function identify(path: string): string | null {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    // What is not there is no folder of ours.
    return null
  }
}

/** Of a folder that is not there yet, where it will be. */
function toReal(path: string): string {
  const full = resolve(path)
  try {
    return realpathSync.native(full)
  } catch {
    return dirname(full) === full ? full : join(toReal(dirname(full)), basename(full))
  }
}
