import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The folders in which the CLI looks for a project's `.claude`: from where it runs up to the root of the repository, or else up to
 * the home, which is the user's own level. Nearest first.
 */
export function findProjectFolders(project: string, home: string): string[] {
  const folders: string[] = []
  for (let folder = resolve(project); folder !== resolve(home); folder = dirname(folder)) {
    folders.push(folder)
    if (existsSync(join(folder, '.git'))) return folders
    if (folder === dirname(folder)) break
  }
  return folders
}
