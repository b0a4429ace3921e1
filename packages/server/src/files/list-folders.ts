import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isBelow } from './is-below.ts'

export interface Folder {
  name: string
  path: string
  /** It has a repository or settings of the CLI in it. */
  isProject: boolean
}

/** The folders in a folder, by name. Links count where they lead to a folder below one of the roots. */
export async function listFolders(path: string, roots: readonly string[], withHidden: boolean): Promise<Folder[]> {
  const entries = await readdir(path, { withFileTypes: true })
  const wanted = entries.filter(
    (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && (withHidden || !entry.name.startsWith('.')),
  )
  const found = await Promise.all(
    wanted.map(async (entry) => {
      const own = join(path, entry.name)
      const isInside = entry.isDirectory() || (await leadsInside(own, roots))
      return isInside ? [{ name: entry.name, path: own, isProject: await isProject(own) }] : []
    }),
  )
  return found.flat().sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}

async function leadsInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => null)
  if (real === null || !roots.some((root) => isBelow(real, root))) return false
  return (await lstat(real)).isDirectory()
}

export async function isProject(path: string): Promise<boolean> {
  const found = await Promise.all(['.git', '.claude'].map((name) => lstat(join(path, name)).catch(() => null)))
  return found.some((stats) => stats !== null)
}
