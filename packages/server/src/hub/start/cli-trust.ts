import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the CLI keeps its state: an older file, if it is there, is the one it reads. */
export interface CliState {
  claudeDir: string
  /** `CLAUDE_CONFIG_DIR` where it is set, else the home directory. */
  stateFolder: string
}

/**
 * Whether the person has trusted a folder in the CLI's own dialog. The file is read again when it has changed, and never written:
 * it is the CLI's.
 */
export function createCliTrust({ claudeDir, stateFolder }: CliState): (folder: string) => boolean {
  let known = { stamp: '', folders: new Set<string>() }
  return (folder) => {
    const old = join(claudeDir, '.config.json')
    const path = existsSync(old) ? old : join(stateFolder, '.claude.json')
    const stamp = toStamp(path)
    if (stamp !== known.stamp) known = { stamp, folders: stamp === '' ? new Set() : readFolders(path) }
    return known.folders.has(folder) || known.folders.has(folder.normalize('NFC'))
  }
}

function toStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? '' : `${path}:${found.ino}:${found.size}:${found.mtimeMs}`
}

/** Unreadable means that nothing is trusted. */
function readFolders(path: string): Set<string> {
  try {
    const { projects = {} } = JSON.parse(readFileSync(path, 'utf8')) as { projects?: Record<string, Project | null> }
    const entries = Object.entries(projects).filter(([, project]) => project?.hasTrustDialogAccepted === true)
    return new Set(entries.map(([folder]) => folder))
  } catch {
    return new Set()
  }
}

interface Project {
  hasTrustDialogAccepted?: unknown
}
