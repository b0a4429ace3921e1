/** A day as people write it: `14 Nov`, with the year where it is another than now. */
export function toDay(at: string | number | Date, now: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
}

/** A moment in full: `14 Nov 2026, 09:30`. */
export function toMoment(at: string | number | Date): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
