// Made once: to make one takes far longer than to use it.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A day as people write it: `14 Nov`, with the year where it is another than now. */
export function toShortDay(at: string | number | Date, now: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return (date.getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(date)
}

/** A moment in full: `14 Nov 2026, 09:30`. */
export function toMoment(at: string | number | Date): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : moment.format(date)
}
