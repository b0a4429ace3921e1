const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

/** `09:41`, as the reader's own country writes it. What is no time is nothing. */
export const toClock = (at: string): string => format(CLOCK, at)

export const toDay = (at: string): string => format(DAY, at)

/** With the day and the seconds. */
export const toWholeTime = (at: string): string => format(WHOLE, at)

function format(how: Intl.DateTimeFormat, at: string): string {
  const time = Date.parse(at)
  return Number.isNaN(time) ? '' : how.format(time)
}

/** `at 14:00`, with the day when that is not today. */
export function toWhen(at: string, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? `at ${toClock(at)}` : `on ${toDay(at)} at ${toClock(at)}`
}
