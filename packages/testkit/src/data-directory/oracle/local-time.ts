const QUARTER_HOUR_MS = 900_000

export interface LocalTime {
  /** `2026-11-14` */
  day: string
  /** `00` to `23` */
  hour: string
}

/** Asking `Intl` for every message would take most of the time; all zones differ by whole quarters of an hour. */
export function createLocalTime(timeZone: string): (atMs: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const known = new Map<number, LocalTime>()
  return (atMs) => {
    const quarter = Math.floor(atMs / QUARTER_HOUR_MS)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const time = { day: `${parts.year}-${parts.month}-${parts.day}`, hour: parts.hour ?? '00' }
    known.set(quarter, time)
    return time
  }
}
