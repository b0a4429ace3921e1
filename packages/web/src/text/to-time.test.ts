import { describe, expect, it } from 'vitest'
import { toClock, toDay, toWhen } from './to-time.ts'

describe('toWhen', () => {
  const now = new Date(2026, 4, 2, 9, 30).getTime()
  const toIso = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString()

  it('says the hour of today, and the day of any other', () => {
    const [today, tomorrow] = [toIso(2, 14), toIso(3, 1)]
    expect(toWhen(today, now)).toBe(`at ${toClock(today)}`)
    expect(toWhen(tomorrow, now)).toBe(`on ${toDay(tomorrow)} at ${toClock(tomorrow)}`)
  })
})
