import { basename, resolve } from 'node:path'
import type { FileVersion } from '../file-history/file-version.ts'
import { findTarget, type Refuse, type Refused } from './find-target.ts'

export interface RestorePlace {
  kind: 'place'
  project: string
  /** As it was named, from / on. */
  named: string
  /** The real path. */
  path: string
  /** Null: there was no file, and it is taken away. */
  content: Buffer | null
  /** It goes back to where it was. */
  isOwn: boolean
  /** The session has never written there: no file may be there. */
  isNew: boolean
  /** Of the newest version that the session knows of; undefined where that cannot be told. */
  newestSha256: string | null | undefined
  refuse: Refuse | undefined
}

export interface PlaceAsked {
  project: string | null
  name: string
  to: string | undefined
  content: Buffer | null
  versions: readonly FileVersion[]
  refuse: Refuse | undefined
}

/**
 * A version goes back to where it was, over another file that this session has changed, or to a new place in the project. Over anything else
 * it would undo what nobody asked about.
 */
export function findRestorePlace(asked: PlaceAsked): RestorePlace | Refused {
  const { project, name, to, content, versions, refuse } = asked
  const own = versions.find((version) => version.name === name)?.path ?? null
  const wanted = to ?? own
  if (project === null || wanted === null)
    return { kind: 'refused', reason: `It is not known where ${name} belongs. Name a path inside the project` }
  const path = findSafely(project, wanted, refuse)
  if (typeof path !== 'string') return path
  // A transcript may name a hundred thousand files: only those are looked for on the disk that could be this one.
  const isAt = (other: string | null) =>
    other !== null && basename(other) === basename(path) && findSafely(project, other, refuse) === path
  const isOwn = isAt(own)
  if (!isOwn && content === null)
    return { kind: 'refused', reason: `At ${name} there was no file, which only its own place can go back to` }
  const newest = versions.findLast((version) => isAt(version.path))
  const newestSha256 = newest === undefined || newest.isAbsent ? null : (newest.sha256 ?? undefined)
  const named = resolve(project, wanted)
  return { kind: 'place', project, named, path, content, isOwn, isNew: newest === undefined, newestSha256, refuse }
}

/** A folder that is gone, or a link that leads in a circle, is no place. */
function findSafely(project: string, path: string, refuse: Refuse | undefined): string | Refused {
  try {
    return findTarget(project, path, refuse)
  } catch (error) {
    return { kind: 'refused', reason: `${path} cannot be written: ${(error as Error).message}` }
  }
}
