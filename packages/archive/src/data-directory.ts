import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { listInside } from './safe-open.ts'

/** A data directory of the CLI and what can be said of it. */
export interface DirectoryState {
  path: string
  /** `partial` where there is a directory, but no transcripts in it, or none that may be read. */
  state: 'ready' | 'missing' | 'unreadable' | 'partial'
  /** A sentence for people; null where all is well. */
  reason: string | null
}

/** The CLI's own rule. */
export function findDataDirectory(env: NodeJS.ProcessEnv): string {
  return resolve(env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude'))
}

export function readDirectoryState(path: string): DirectoryState {
  try {
    if (!statSync(path).isDirectory()) return { path, state: 'unreadable', reason: `${path} is no folder.` }
    accessSync(path, constants.R_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { path, state: 'missing', reason: `${path} is not there: Claude Code was not used with it yet.` }
    return { path, state: 'unreadable', reason: `${path} cannot be read: ${message}.` }
  }
  const projects = listInside(path, 'projects')
  if (Array.isArray(projects)) return { path, state: 'ready', reason: null }
  const reason =
    projects.kind === 'missing'
      ? `${path} has no sessions yet.`
      : `The sessions of ${path} cannot be read: ${projects.reason}.`
  return { path, state: 'partial', reason }
}
