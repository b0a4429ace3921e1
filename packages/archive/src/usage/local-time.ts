const DAY_MS = 86_400_000

export interface LocalTime {
  /** `2026-11-14` */
  day: string
  /** `00` to `23` */
  hour: string
}

/** Turns instants into days and hours of a time zone. Throws a `RangeError` for a zone that does not exist. */
export function createLocalTime(timeZone: string): (atMs: number) => LocalTime {
  const offsetAt = createOffset(timeZone)
  return (atMs) => {
    const text = new Date(atMs + offsetAt(atMs)).toISOString()
    return { day: text.slice(0, 10), hour: text.slice(11, 13) }
  }
}

type OffsetAt = (atMs: number) => number

/** To ask what time it is somewhere takes microseconds, and a report asks for hundreds of days. */
const offsets = new Map<string, OffsetAt>()

export function createOffset(timeZone: string): OffsetAt {
  const offsetAt = offsets.get(timeZone) ?? lookUpOffsets(timeZone)
  offsets.set(timeZone, offsetAt)
  return offsetAt
}

/** The clock of a zone is changed on few days: on all others, one look a day is enough. */
function lookUpOffsets(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const look = (atMs: number): number => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000
  }
  const days = new Map<number, number | null>()
  return (atMs) => {
    const day = Math.floor(atMs / DAY_MS)
    let offset = days.get(day)
    if (offset === undefined) {
      const [start, end] = [look(day * DAY_MS), look((day + 1) * DAY_MS)]
      offset = start === end ? start : null
      days.set(day, offset)
    }
    return offset ?? look(atMs)
  }
}
