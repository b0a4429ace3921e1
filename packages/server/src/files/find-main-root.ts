import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder of the repository that a folder belongs to; of a worktree, that of the repository it was made from. Null for none. */
export function findMainRoot(folder: string): string | null {
  for (let each = folder; ; each = dirname(each)) {
    const found = readGit(join(each, '.git'))
    if (found === 'folder') return each
    if (found !== null) return /^(.*)\/\.git\/worktrees\/[^/]+$/.exec(resolve(each, found))?.[1] ?? each
    if (dirname(each) === each) return null
  }
}

/** A worktree has a file in the place of the folder, which says where its own is. */
function readGit(path: string): 'folder' | string | null {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) return 'folder'
    return stats.isFile() && stats.size < 10_000
      ? readFileSync(path, 'utf8')
          .replace(/^gitdir:/, '')
          .trim()
      : null
  } catch {
    return null
  }
}
