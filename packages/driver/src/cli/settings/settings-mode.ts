import { readSettingsFiles, type SettingsPlaces } from './settings-files.ts'

/** Words the CLI takes; a file with another one it passes over whole. */
const MODES = new Set(['default', 'manual', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'delegate', 'bypassPermissions'])

/** The permission mode that the settings name, merged as the CLI does. Null when none does. */
export function readSettingsMode(places: SettingsPlaces): string | null {
  for (const { permissions } of readSettingsFiles(places)) {
    const mode = (permissions as { defaultMode?: unknown } | null | undefined)?.defaultMode
    if (typeof mode === 'string' && MODES.has(mode)) return mode
  }
  return null
}
