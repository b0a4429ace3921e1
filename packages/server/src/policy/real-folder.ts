import { realpathSync, statSync } from 'node:fs'

/** Where a folder really is, links followed. */
export function toRealFolder(path: string): string | null {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    // Missing, a loop of links, too long, a name with NUL: in no case a folder.
    return null
  }
}
