import type { JsonObject } from '../parse-json.ts'

const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** How long the CLI keeps a transcript after it was last written. */
export function toCleanupDays({ cleanupPeriodDays }: JsonObject): number {
  const isDays = typeof cleanupPeriodDays === 'number' && Number.isInteger(cleanupPeriodDays) && cleanupPeriodDays >= 0
  return isDays ? cleanupPeriodDays : DEFAULT_DAYS
}

/** From when on the CLI's clean-up deletes a file: the first start after it. */
export function toDeletionMs(modifiedMs: number, settings: JsonObject): number {
  return modifiedMs + toCleanupDays(settings) * DAY_MS
}
