import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderState } from './report.ts'

/** Whether a folder can be read, or written where that is needed, and how much is in it. */
export async function readFolder(path: string, need: 'read' | 'write'): Promise<FolderState> {
  const mode = need === 'write' ? constants.R_OK | constants.W_OK | constants.X_OK : constants.R_OK | constants.X_OK
  const nothing = { path, exists: false, problem: null, files: 0, bytes: 0 }
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return { ...nothing, exists: true, problem: 'it is a file' }
    await access(path, mode)
    return { ...nothing, exists: true, ...(await measure(path)) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT')
      return { ...nothing, exists: true, problem: `it may not be ${need === 'write' ? 'written' : 'read'} (${code})` }
    return { ...nothing, problem: need === 'write' ? await findParentProblem(path) : null }
  }
}

/** A folder that is not there yet can be made when the nearest one above it may be written. */
async function findParentProblem(path: string): Promise<string | null> {
  const parent = dirname(path)
  try {
    await access(parent, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && parent !== path) return findParentProblem(parent)
    return `it cannot be made in '${parent}' (${code})`
  }
}

/** What comes and goes meanwhile, or may not be read, is passed over: a server at work has such folders. */
async function measure(path: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  let [files, bytes] = [0, 0]
  for (const entry of entries) {
    const place = join(path, entry.name)
    if (entry.isDirectory()) {
      const inside = await measure(place)
      files += inside.files
      bytes += inside.bytes
    } else if (entry.isFile()) {
      files += 1
      bytes += (await stat(place).catch(() => null))?.size ?? 0
    }
  }
  return { files, bytes }
}
