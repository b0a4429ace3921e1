import { toShortDay } from './to-short-day.ts'
import { toClock } from './to-time.ts'

/** `at 14:00`, or `on 3 May at 14:00` when that is not today. */
export function toWhen(at: string, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? `at ${toClock(at)}` : `on ${toShortDay(at, now)} at ${toClock(at)}`
}
