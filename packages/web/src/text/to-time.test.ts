import { describe, expect, it } from 'vitest'
import { toDay, toShortDay, toTime, toWhen, toWholeTime } from './to-time.ts'

const now = new Date(2026, 10, 16, 7, 30).getTime()
const today = new Date(2026, 10, 16, 7, 6, 18).toISOString()
const earlier = new Date(2026, 6, 8, 13, 30, 5).toISOString()
const longAgo = new Date(2025, 10, 16, 0, 7).toISOString()

describe('toTime', () => {
  it('is the time alone today, the day too on another, and the year of another year', () => {
    expect(toTime(today, now)).toBe('07:06')
    expect(toTime(earlier, now)).toBe('8 Jul, 13:30')
    expect(toTime(longAgo, now)).toBe('16 Nov 2025, 00:07')
  })

  it('is nothing where there is no time', () => {
    expect(toTime('never', now)).toBe('')
    expect(toWholeTime('never')).toBe('')
    expect(toShortDay('never', now)).toBe('')
  })
})

describe('toWhen', () => {
  it('says the hour of today, and the day of any other', () => {
    expect(toWhen(today, now)).toBe('at 07:06')
    expect(toWhen(earlier, now)).toBe('on 8 Jul at 13:30')
  })
})

describe('a day', () => {
  it('is short in a table, and whole between two days of a conversation', () => {
    expect(toShortDay(earlier, now)).toBe('8 Jul')
    expect(toShortDay(longAgo, now)).toBe('16 Nov 2025')
    // Whether a comma stands behind the weekday, browsers disagree.
    expect(toDay(earlier)).toMatch(/^Wednesday,? 8 July 2026$/)
    expect(toWholeTime(earlier)).toMatch(/^Wednesday,? 8 July 2026, 13:30:05$/)
  })
})
