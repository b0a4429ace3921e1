import { createOffset } from './local-time.ts'

const DAY_MS = 86_400_000

/**
 * An instant from what people write: a day, which begins at midnight of the time zone (and, as an end, includes all of itself), or a
 * time of ISO 8601. Null for anything else.
 */
export function parseTime(text: string, edge: 'since' | 'until', timeZone: string): number | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = Date.parse(`${text}T00:00:00Z`)
    if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) return null
    return toInstant(edge === 'since' ? midnight : midnight + DAY_MS, timeZone)
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** The instant at which the clocks of a zone show this time, which is given as if it were UTC. */
function toInstant(localMs: number, timeZone: string): number {
  const offsetAt = createOffset(timeZone)
  const guess = localMs - offsetAt(localMs)
  // Near a change of the clock the first guess may have used the other offset.
  return localMs - offsetAt(guess)
}

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
