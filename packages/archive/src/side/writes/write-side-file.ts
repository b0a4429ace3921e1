import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { NotOpened } from '../../safe-open.ts'

/**
 * Writes a small file in the folder of a session, as a whole or not at all; `null` takes it away. The folder is made where it is
 * missing, inside a project's folder that is there, and never behind a link.
 */
export function writeSideFile(root: string, relativePath: string, content: string | null): NotOpened | null {
  try {
    const projects = join(realpathSync.native(root), dirname(dirname(relativePath)))
    if (realpathSync.native(projects) !== projects) return { kind: 'refused', reason: `${relativePath} leads outside` }
    const folder = join(projects, basename(dirname(relativePath)))
    const path = join(folder, basename(relativePath))
    if (content === null) {
      if (isPlainFolder(folder)) rmSync(path, { force: true })
      return null
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isPlainFolder(folder)) return { kind: 'refused', reason: `${dirname(relativePath)} is no plain folder` }
    const draft = `${path}.${process.pid}.${crypto.randomUUID()}.tmp`
    try {
      writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
      renameSync(draft, path)
    } finally {
      rmSync(draft, { force: true })
    }
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const kind = code === 'ENOENT' ? 'missing' : 'unreadable'
    return { kind, reason: `${relativePath} cannot be written: ${message}` }
  }
}

function isPlainFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
