type When = string | number | Date

// Made once: to make one takes far longer than to use it.
const form = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', how)
const CLOCK = form({ hour: '2-digit', minute: '2-digit' })
const SECOND = form({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const SHORT_DAY = form({ day: 'numeric', month: 'short' })
const SHORT_DAY_OF_YEAR = form({ day: 'numeric', month: 'short', year: 'numeric' })
const DAY = form({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** A moment as all of the page writes it: `09:41` of today, `8 Jul, 13:30`, and `8 Jul 2025, 13:30` of another year. */
export function toTime(at: When, now: number): string {
  return isOfToday(at, now) ? write(CLOCK, at) : join(toShortDay(at, now), ', ', write(CLOCK, at))
}

/** `at 14:00`, with the day when that is not today. */
export function toWhen(at: When, now: number): string {
  const clock = write(CLOCK, at)
  return isOfToday(at, now) ? `at ${clock}` : `on ${toShortDay(at, now)} at ${clock}`
}

/** `14 Nov`, with the year where it is another than now. */
export function toShortDay(at: When, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return write(isThisYear ? SHORT_DAY : SHORT_DAY_OF_YEAR, at)
}

/** `Wednesday 8 July 2026`. */
export const toDay = (at: When): string => write(DAY, at)

/** All that is known of a moment, for whoever points at it. */
export const toWholeTime = (at: When): string => join(toDay(at), ', ', toSecond(at))

/** `09:41:07`, where two of the same minute must differ. */
export const toSecond = (at: When): string => write(SECOND, at)

/** A text that is no time gives an empty one. */
function write(how: Intl.DateTimeFormat, at: When): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : how.format(date)
}

const join = (day: string, between: string, clock: string) => (clock === '' ? '' : `${day}${between}${clock}`)

function isOfToday(at: When, now: number): boolean {
  return new Date(at).toDateString() === new Date(now).toDateString()
}
