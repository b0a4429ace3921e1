import { expect, it } from 'vitest'
import { toStreaks } from './streaks.ts'

it('finds the longest run of days and the last one', () => {
  const days = ['2026-03-02', '2026-02-28', '2026-03-01', '2026-03-09', '2026-03-10']
  expect(toStreaks(days)).toEqual({
    activeDays: 5,
    longest: { days: 3, from: '2026-02-28', to: '2026-03-02' },
    last: { days: 2, from: '2026-03-09', to: '2026-03-10' },
  })
})

it('knows no run without a day', () => {
  expect(toStreaks([])).toEqual({ activeDays: 0, longest: null, last: null })
})
