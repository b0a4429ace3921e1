import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder of the repository that a folder belongs to; of a worktree, that of the repository it was made from. Null for none. */
export function findMainRoot(folder: string): string | null {
  for (let each = folder; ; each = dirname(each)) {
    const git = join(each, '.git')
    const found = readGit(git)
    if (found === 'folder') return each
    if (found !== null) {
      const own = resolve(each, found)
      const root = /^(.*)\/\.git\/worktrees\/[^/]+$/.exec(own)?.[1]
      return root !== undefined && isKnownAs(git, own) ? root : each
    }
    if (dirname(each) === each) return null
  }
}

/** A file alone could name any repository: that must know the worktree, too. */
function isKnownAs(git: string, own: string): boolean {
  try {
    const known = resolve(own, readFileSync(join(own, 'gitdir'), 'utf8').trim())
    return realpathSync(known) === realpathSync(git)
  } catch {
    return false
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
