import { listInside, type NotOpened, readInside } from '../../safe-open.ts'
import { isObject, type JsonObject, parseJson } from '../parse-json.ts'
import { type MergedSettings, mergeSettings, type SettingsSource } from './merge-settings.ts'

/** One file of settings, as it is: also when it cannot be used. */
export interface SettingsLayer {
  source: SettingsSource
  /** The folder and the file in it. */
  folder: string
  file: string
  state: 'read' | 'malformed' | NotOpened['kind']
  /** Why it is not used. */
  reason: string | null
  settings: JsonObject
}

export interface Settings extends MergedSettings {
  /** Every file that was looked for, weakest first. */
  layers: SettingsLayer[]
}

export interface WhereSettings {
  /** The data directory: `settings.json` of the user. */
  root: string
  /** The project, whose `.claude` holds the shared and the local file. */
  project?: string
  /** Where the machine's administrator puts `managed-settings.json`; by default where the CLI looks. */
  managedFolder?: string
}

const LARGEST_BYTES = 4 * 1024 * 1024

/** What the CLI would go by in a project, and which file said it. */
export function readSettings({ root, project, managedFolder = findManagedFolder() }: WhereSettings): Settings {
  const layers = [readLayer('user', root, 'settings.json')]
  if (project !== undefined) {
    layers.push(readLayer('project', project, '.claude/settings.json'))
    layers.push(readLayer('local', project, '.claude/settings.local.json'))
  }
  layers.push(readLayer('managed', managedFolder, 'managed-settings.json'))
  for (const name of listDropIns(managedFolder)) layers.push(readLayer('managed', managedFolder, name))
  return { ...mergeSettings(layers.filter(({ state }) => state === 'read')), layers }
}

function readLayer(source: SettingsSource, folder: string, file: string): SettingsLayer {
  const content = readInside(folder, file, LARGEST_BYTES)
  const empty = { source, folder, file, settings: {} }
  if (!Buffer.isBuffer(content)) return { ...empty, state: content.kind, reason: content.reason }
  const text = content.toString('utf8')
  const settings = text.trim() === '' ? {} : parseJson(text)
  if (!isObject(settings)) return { ...empty, state: 'malformed', reason: `${file} is no JSON object` }
  return { source, folder, file, state: 'read', reason: null, settings }
}

function listDropIns(managedFolder: string): string[] {
  const folder = 'managed-settings.d'
  const entries = listInside(managedFolder, folder)
  if (!Array.isArray(entries)) return []
  const names = entries.filter((entry) => entry.isFile() && /^[^.].*\.json$/.test(entry.name)).map(({ name }) => name)
  return names.sort().map((name) => `${folder}/${name}`)
}

function findManagedFolder(): string {
  return process.platform === 'darwin' ? '/Library/Application Support/ClaudeCode' : '/etc/claude-code'
}
