import { describe, expect, it } from 'vitest'
import { createLocalTime } from './local-time.ts'
import { isTimeZone, parseTime } from './parse-time.ts'
import { toStreaks } from './streaks.ts'

describe('Local time', () => {
  it.each([
    ['Europe/Zurich', '2026-03-29T00:59:59Z', '2026-03-29', '01'],
    ['Europe/Zurich', '2026-03-29T01:00:00Z', '2026-03-29', '03'],
    ['Europe/Zurich', '2026-10-25T00:30:00Z', '2026-10-25', '02'],
    ['Europe/Zurich', '2026-10-25T01:30:00Z', '2026-10-25', '02'],
    ['America/St_Johns', '2026-11-14T03:29:00Z', '2026-11-13', '23'],
    ['America/St_Johns', '2026-11-14T03:30:00Z', '2026-11-14', '00'],
    ['Asia/Kathmandu', '2026-11-14T18:15:00Z', '2026-11-15', '00'],
    ['UTC', '2026-01-01T00:00:00Z', '2026-01-01', '00'],
  ])('in %s it is at %s the %s, %s o’clock', (zone, instant, day, hour) => {
    expect(createLocalTime(zone)(Date.parse(instant))).toEqual({ day, hour })
  })
})

describe('parseTime', () => {
  it.each([
    ['2026-03-29', 'since', 'Europe/Zurich', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'until', 'Europe/Zurich', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'until', 'Europe/Zurich', '2026-10-25T23:00:00.000Z'],
    ['2026-11-14T10:00:00Z', 'since', 'Asia/Tokyo', '2026-11-14T10:00:00.000Z'],
    ['2026-11-14T10:00+02:00', 'until', 'Asia/Tokyo', '2026-11-14T08:00:00.000Z'],
  ] as const)('takes %s as %s in %s', (text, edge, zone, expected) => {
    expect(new Date(parseTime(text, edge, zone) ?? 0).toISOString()).toBe(expected)
  })

  it.each(['yesterday', '2026-02-30', '2026-11', '14.11.2026', '2026-11-14T10:00'])('does not take %s', (text) => {
    expect(parseTime(text, 'since', 'UTC')).toBeNull()
  })

  it('knows which time zones there are', () => {
    expect([isTimeZone('Europe/Zurich'), isTimeZone('Atlantis/Capital')]).toEqual([true, false])
  })
})

it('Runs of days end where a day is missing', () => {
  expect(toStreaks(['2026-03-02', '2026-02-28', '2026-03-01', '2026-03-09'])).toEqual({
    activeDays: 4,
    longest: { days: 3, from: '2026-02-28', to: '2026-03-02' },
    last: { days: 1, from: '2026-03-09', to: '2026-03-09' },
  })
})
