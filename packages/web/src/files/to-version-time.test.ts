import { expect, test } from 'vitest'
import { toVersionTime } from './to-version-time.ts'

test('versions of one minute differ, whatever the day', () => {
  const now = new Date(2026, 10, 16, 12).getTime()
  const at = (...when: [number, number, number, number, number, number]) => new Date(...when).toISOString()
  expect(toVersionTime(at(2026, 10, 16, 9, 41, 7), now)).toBe('09:41:07')
  expect(toVersionTime(at(2026, 6, 8, 13, 30, 5), now)).toBe('8 Jul, 13:30:05')
})
