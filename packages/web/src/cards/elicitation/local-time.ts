/** A moment as the browser's own field for one has it: the clock on this wall, without a zone. Empty for what is no moment. */
export function toLocalTime(text: string): string {
  const moment = new Date(text)
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  // The last moments that a Date can hold cannot be moved by a zone, and the field has years of four digits.
  const local = Number.isNaN(shifted.getTime()) ? '' : shifted.toISOString()
  if (!/^\d{4}-/.test(local)) return ''
  return local.slice(0, local.slice(17, 19) === '00' ? 16 : 19)
}

/** The same moment with its zone, as RFC 3339 wants it; null for what is no moment. */
export function toZonedTime(local: string): string | null {
  const moment = new Date(local)
  if (Number.isNaN(moment.getTime())) return null
  const seconds = /T\d\d:\d\d$/.test(local) ? ':00' : ''
  return `${local}${seconds}${toOffset(-moment.getTimezoneOffset())}`
}

/** Minutes east of Greenwich, as `+01:30`. */
export function toOffset(minutes: number): string {
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
