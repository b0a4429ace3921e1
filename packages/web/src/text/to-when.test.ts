import { describe, expect, it } from 'vitest'
import { toClock } from './to-time.ts'
import { toWhen } from './to-when.ts'

describe('toWhen', () => {
  const now = new Date(2026, 4, 2, 9, 30)
  const toIso = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString()

  it('says the hour of today, and the day of any other', () => {
    expect(toWhen(toIso(2, 14), now.getTime())).toBe(`at ${toClock(toIso(2, 14))}`)
    expect(toWhen(toIso(3, 1), now.getTime())).toBe(`on 3 May at ${toClock(toIso(3, 1))}`)
  })
})
