import { readSettingsFiles, type SettingsPlaces } from './settings-files.ts'

/** For how many days the settings let the CLI keep transcripts, merged as the CLI does. Null when they do not say. */
export function readCleanupDays(places: SettingsPlaces): number | null {
  const days = readSettingsFiles(places).map(({ cleanupPeriodDays }) => cleanupPeriodDays)
  return days.find((each): each is number => Number.isInteger(each) && Number(each) >= 0) ?? null
}
