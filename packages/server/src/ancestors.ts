import { dirname } from 'node:path'

/** A folder and all that it stands in. */
export function toAncestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...toAncestors(parent)]
}
