import { toSecond, toTime } from '../text/to-time.ts'

/** With its seconds: several versions are often of one minute. */
export function toVersionTime(at: string, now: number): string {
  return toTime(at, now).replace(/\d\d:\d\d$/, toSecond(at))
}
