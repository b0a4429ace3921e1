import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/** Where a folder really is, links followed. Null for what is not named from / on: that would be a folder of the server's own. */
export function toRealFolder(path: string): string | null {
  if (!isAbsolute(path)) return null
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : null
  } catch {
    // Missing, a loop of links, too long, a name with NUL: in no case a folder.
    return null
  }
}
