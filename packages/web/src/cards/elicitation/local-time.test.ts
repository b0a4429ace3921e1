import { expect, test } from 'vitest'
import { toLocalTime, toOffset, toZonedTime } from './local-time.ts'

test('a moment goes out with its zone, and means the same', () => {
  const sent = toZonedTime('2026-01-02T10:00') ?? ''
  expect(sent).toMatch(/^2026-01-02T10:00:00[+-]\d\d:\d\d$/)
  expect(new Date(sent)).toEqual(new Date(2026, 0, 2, 10))
  expect(toZonedTime('2026-07-02T10:00:30')).toMatch(/^2026-07-02T10:00:30[+-]\d\d:\d\d$/)
})

test('a moment that was given is shown by the clock here, and comes back as the same', () => {
  for (const given of ['2026-01-02T10:00:00Z', '2026-07-02T23:30:15-07:00'])
    expect(Date.parse(toZonedTime(toLocalTime(given)) ?? '')).toBe(Date.parse(given))
  expect(toLocalTime('2026-01-02T10:00')).toBe('2026-01-02T10:00')
})

test('what is no moment is none', () => {
  for (const text of ['tomorrow', '', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+012026-01-02T10:00:00Z'])
    expect(toLocalTime(text)).toBe('')
  expect(toZonedTime('tomorrow')).toBeNull()
})

test.each([
  [0, '+00:00'],
  [330, '+05:30'],
  [-210, '-03:30'],
  [60, '+01:00'],
])('%i minutes are %s', (minutes, text) => expect(toOffset(minutes)).toBe(text))
