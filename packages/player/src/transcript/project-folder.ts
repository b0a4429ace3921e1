import { join } from 'node:path'

/** How the CLI names the folder of a project. Lossy: `/a-b` and `/a/b` share one. */
export function toProjectName(cwd: string): string {
  return cwd.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-')
}

export function toProjectFolder(configFolder: string, cwd: string): string {
  return join(configFolder, 'projects', toProjectName(cwd))
}
