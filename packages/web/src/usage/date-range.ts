/** From a day to a day, with both, as `2026-11-14`; open where nothing is said. */
export interface DateRange {
  since?: string
  until?: string
}

export const RANGES = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
  { value: 'all', name: 'All' },
  { value: 'own', name: 'Own dates' },
] as const

/** The days that are meant, and those of the same number before them to compare with. */
export function toRanges(
  fields: Readonly<Record<string, string>>,
  now: Date,
): { range: DateRange; before: DateRange | null } {
  const { range = '7', since, until } = fields
  if (range === 'all') return { range: {}, before: null }
  if (range === 'own')
    return { range: { ...(since && { since }), ...(until && { until }) }, before: toBefore(since, until) }
  const days = Number(range) || 7
  const today = toDayKey(now)
  const first = addDays(today, 1 - days)
  return { range: { since: first, until: today }, before: toBefore(first, today) }
}

function toBefore(since: string | undefined, until: string | undefined): DateRange | null {
  if (!since || !until || since > until) return null
  const days = countDays(since, until)
  return { since: addDays(since, -days), until: addDays(since, -1) }
}

/** The day of a moment where the browser is. */
export function toDayKey(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Days are counted without a zone: those on which the clock changes are days as well. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** With both. */
export function countDays(since: string, until: string): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${since}T00:00:00Z`)) / 86_400_000) + 1
}
