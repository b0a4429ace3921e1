let second = -1
let known = ''

/** The time as a record has it. The date is worked out once a second: a keeper is woken for every piece of a text. */
export function toTime(ms: number): string {
  const whole = Math.floor(ms / 1000)
  if (whole !== second) {
    second = whole
    known = new Date(whole * 1000).toISOString().slice(0, -4)
  }
  const rest = ms - whole * 1000
  return `${known}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}
