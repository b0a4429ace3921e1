export interface SettingsLayer {
  source: 'user' | 'project' | 'local' | 'managed'
  file: string
  state: 'read' | 'malformed' | 'missing' | 'unreadable' | 'refused'
  reason: string | null
  settings: Record<string, unknown>
}

/** `GET /api/claude/settings`, as far as panels use it. */
export interface SettingsAnswer {
  layers: readonly SettingsLayer[]
}

export const LAYER_NAMES: Readonly<Record<SettingsLayer['source'], string>> = {
  user: 'Yours, for every project',
  project: "The project's",
  local: 'Yours, for this project alone',
  managed: 'Of your organisation',
}
