import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** Why a path may not be touched, as the end of a sentence that begins with it; null where it may. */
export type Refuse = (path: string) => string | null

export interface Refused {
  kind: 'refused'
  reason: string
}

/**
 * The real place of a file of a project. No folder on the way may be a link that leads out of it. `refuse` is asked about the path as it was
 * named, before anything is looked at, and about where it leads.
 */
export function findTarget(project: string, path: string, refuse: Refuse = () => null): string | Refused {
  const refused = (reason: string): Refused => ({ kind: 'refused', reason: `${path} ${reason}` })
  if (path.includes('\0')) return refused('is no path')
  const asked = resolve(project, path)
  const named = refuse(asked)
  if (named !== null) return refused(named)
  const root = realpathSync.native(project)
  // A path as the CLI noted it may name the project by its real place or by another.
  const inside = [project, root]
    .map((base) => relative(resolve(base), asked))
    .find((way) => way !== '' && !isOutside(way))
  if (inside === undefined) return refused('is outside the project')
  if (inside.split(sep).some((name) => name.toLowerCase() === '.git')) return refused('belongs to git')
  const target = join(root, inside)
  const folder = dirname(target)
  const existing = findExisting(folder)
  const real = realpathSync.native(existing)
  const found = join(real, relative(existing, folder), basename(target))
  const led = refuse(found)
  if (led !== null) return refused(led)
  if (real !== root && isOutside(relative(root, real))) return refused('leads outside the project')
  return found
}

function isOutside(way: string): boolean {
  return way === '..' || way.startsWith(`..${sep}`) || way.startsWith('/')
}

function findExisting(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? findExisting(dirname(folder)) : folder
}
