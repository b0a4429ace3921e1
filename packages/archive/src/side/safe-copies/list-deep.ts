import { listInside } from '../../safe-open.ts'

const DEEPEST = 12

/** The files below a folder of the root, by their paths in the root. Nothing behind a link. */
export function listDeep(root: string, folder: string, depth = 0): string[] {
  const entries = depth > DEEPEST ? [] : listInside(root, folder)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listDeep(root, path, depth + 1) : [path]
  })
}
