import type { UsageItem } from '@quarterdeck/contract/routes'
import { describe, expect, it } from 'vitest'
import { addDays, countDays, toRanges } from './date-range.ts'
import { toDayBars, toHourBars } from './to-bars.ts'
import { toRangeWords, toSentence } from './to-sentence.ts'

const amounts = (fields: Partial<UsageItem>): UsageItem => ({
  key: '',
  messages: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  webSearches: 0,
  costUsd: 0,
  unpricedMessages: 0,
  ...fields,
})

describe('the sentence that the usage page begins with', () => {
  const week = toRangeWords('7')
  const now = amounts({ costUsd: 12.4, inputTokens: 19, cacheCreationTokens: 10, cacheReadTokens: 71 })

  it('says how much, what has changed, and what came from cache', () => {
    expect(toSentence(week, now, amounts({ costUsd: 15.12 }))).toBe(
      '$12.40 in the last 7 days, 18 % less than the 7 days before; 71 % of input came from cache.',
    )
    expect(toSentence(week, now, amounts({ costUsd: 12.4 }))).toContain('as much as the 7 days before')
    expect(toSentence(week, now, amounts({ costUsd: 1 }))).toContain('12.4 times as much as')
  })

  it('compares with nothing where there was nothing', () => {
    expect(toSentence(toRangeWords('all'), now, null)).toBe('$12.40 in all; 71 % of input came from cache.')
    expect(toSentence(week, now, amounts({}))).not.toContain('before')
    expect(toSentence(week, amounts({ messages: 0 }), null)).toBe('Nothing was used in the last 7 days.')
  })
})

describe('the days that are meant', () => {
  it('end today, and are compared with as many before them', () => {
    expect(toRanges({}, new Date(2026, 10, 14, 23, 59))).toEqual({
      range: { since: '2026-11-08', until: '2026-11-14' },
      before: { since: '2026-11-01', until: '2026-11-07' },
    })
    expect(toRanges({ range: 'own', since: '2026-03-28', until: '2026-03-30' }, new Date()).before).toEqual({
      since: '2026-03-25',
      until: '2026-03-27',
    })
    expect(toRanges({ range: 'own', since: '2026-03-28' }, new Date())).toEqual({
      range: { since: '2026-03-28' },
      before: null,
    })
  })

  it('are counted over months, years and changes of the clock', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(countDays('2026-03-28', '2026-03-30')).toBe(3)
  })
})

describe('the bars', () => {
  const now = Date.UTC(2026, 10, 14)

  it('stand for every day, also those without work', () => {
    const items = [amounts({ key: '2026-11-01', costUsd: 1 }), amounts({ key: '2026-11-03', costUsd: 2 })]
    const { bars, isWeekly } = toDayBars(items, { since: '2026-11-01', until: '2026-11-04' }, now)
    expect(bars.map(({ label, item }) => `${label} ${item.costUsd}`)).toEqual([
      '1 Nov 1',
      '2 Nov 0',
      '3 Nov 2',
      '4 Nov 0',
    ])
    expect(isWeekly).toBe(false)
  })

  it('are weeks where there are many, and nothing is lost', () => {
    const items = Array.from({ length: 200 }, (_, index) => amounts({ key: addDays('2026-01-01', index), costUsd: 1 }))
    const { bars, isWeekly } = toDayBars(items, {}, now)
    expect(isWeekly).toBe(true)
    expect(bars).toHaveLength(29)
    expect(bars.reduce((sum, { item }) => sum + item.costUsd, 0)).toBe(200)
  })

  it('are twenty-four for the hours', () => {
    expect(toHourBars([amounts({ key: '09', costUsd: 3 })]).map(({ item }) => item.costUsd)).toHaveLength(24)
  })
})
