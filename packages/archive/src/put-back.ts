import { createWriteStream, existsSync, linkSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { NotOpened } from './safe-open.ts'
import { listCopyFiles } from './side/safe-copies/list-copy-files.ts'
import type { SafeCopy } from './side/safe-copies/list-safe-copies.ts'
import { openSafeCopy } from './side/safe-copies/read-safe-lines.ts'

const PACKED = '.zst'

/**
 * Puts a session that the CLI has deleted back where it was, so that the CLI can go on with it. Its files get the time of now: with
 * their own, the next CLI that starts would delete them again. What is there already stays as it is. Null when it is done.
 */
export async function putBack(safeFolder: string, copy: SafeCopy, directory: string): Promise<NotOpened | null> {
  try {
    const root = realpathSync.native(directory)
    // The transcript last: whoever finds it then finds what belongs to it.
    for (const file of listCopyFiles(safeFolder, copy)) {
      const failed = await putFileBack(safeFolder, file, root)
      if (failed !== null) return failed
    }
    return null
  } catch (error) {
    return { kind: 'unreadable', reason: `It cannot be put back: ${(error as Error).message}` }
  }
}

async function putFileBack(safeFolder: string, file: string, root: string): Promise<NotOpened | null> {
  const target = join(root, file.slice(0, -PACKED.length))
  if (existsSync(target)) return null
  const packed = openSafeCopy(safeFolder, file)
  if ('kind' in packed) return packed
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  // A folder on the way may be a link that leads elsewhere.
  if (realpathSync.native(dirname(target)) !== dirname(target)) {
    packed.destroy()
    return { kind: 'refused', reason: `${file} leads outside` }
  }
  const draft = `${target}.${crypto.randomUUID()}.tmp`
  try {
    await pipeline(packed, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
    // Unlike a rename, this replaces nothing.
    linkSync(draft, target)
    return null
  } finally {
    rmSync(draft, { force: true })
  }
}
