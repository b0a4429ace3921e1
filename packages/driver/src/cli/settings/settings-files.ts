import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LARGEST_BYTES = 8 * 1024 * 1024
const MANAGED = process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'

export interface SettingsPlaces {
  /** The CLI's data directory. */
  claudeDir: string
  cwd: string
  /** As in the session's options: files of other sources are not read. */
  settingSources?: readonly string[]
  /** As in the session's options: only the administrator's file is read. */
  restricted?: boolean
  managedDir?: string
}

/**
 * The settings files that a session goes by, the strongest first: the administrator's before the project's local ones, the project's,
 * and the user's. The CLI passes over a file that it cannot read, and so do we.
 */
export function readSettingsFiles(places: SettingsPlaces): Readonly<Record<string, unknown>>[] {
  const { claudeDir, cwd, settingSources, restricted, managedDir = MANAGED } = places
  const ofPeople = [
    ['local', join(cwd, '.claude', 'settings.local.json')],
    ['project', join(cwd, '.claude', 'settings.json')],
    ['user', join(claudeDir, 'settings.json')],
  ] as const
  const read = ofPeople.filter(([source]) => !restricted && (settingSources?.includes(source) ?? true))
  const paths = [join(managedDir, 'managed-settings.json'), ...read.map(([, path]) => path)]
  return paths.map(readObject).filter((settings) => settings !== null)
}

function readObject(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readPlain(path))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A project may have anything in this place: a FIFO or a device would be read without end. */
function readPlain(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    return stats.isFile() && stats.size <= LARGEST_BYTES ? readFileSync(descriptor, 'utf8') : ''
  } finally {
    closeSync(descriptor)
  }
}
