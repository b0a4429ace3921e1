import { realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readInside } from '@quarterdeck/archive'

const MAX_BYTES = 10_000

/** The folder of the repository that a folder belongs to; of a worktree, that of the repository it was made from. Null for none. */
export function findMainRoot(folder: string): string | null {
  for (let each = folder; ; each = dirname(each)) {
    const found = readGit(each)
    if (found === 'folder') return each
    if (found !== null) {
      const own = resolve(each, found)
      const root = /^(.*)\/\.git\/worktrees\/[^/]+$/.exec(own)?.[1]
      return root !== undefined && isKnownAs(join(each, '.git'), own) ? root : each
    }
    if (dirname(each) === each) return null
  }
}

/** Whether git itself would list a folder as a worktree of a repository. */
export function isListedWorktree(folder: string): boolean {
  const found = readGit(folder)
  if (found === null || found === 'folder') return false
  const own = resolve(folder, found)
  return /\/\.git\/worktrees\/[^/]+$/.test(own) && isKnownAs(join(folder, '.git'), own)
}

/** A file alone could name any repository: that must know the worktree, too. */
function isKnownAs(git: string, own: string): boolean {
  const text = readText(own, 'gitdir')
  try {
    return text !== null && realpathSync(resolve(own, text)) === realpathSync(git)
  } catch {
    return false
  }
}

/** A worktree has a file in the place of the folder, which says where its own is. */
function readGit(folder: string): 'folder' | string | null {
  return isFolder(join(folder, '.git')) ? 'folder' : (readText(folder, '.git')?.replace(/^gitdir:\s*/, '') ?? null)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** What stands there is of others: a FIFO or a device in its place would be read without end. */
function readText(folder: string, name: string): string | null {
  const found = readInside(folder, name, MAX_BYTES)
  return Buffer.isBuffer(found) ? found.toString('utf8').trim() : null
}
