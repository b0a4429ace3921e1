import { expect, it } from 'vitest'
import { toTime } from './clock.ts'

it('says every time as a date does, forwards and backwards', () => {
  const times = [0, 7, 42, 999, 1000, 1_763_258_400_123, 1_763_258_400_009, 1_763_258_399_999, 253_402_300_799_999, -1]
  for (const ms of times) expect(toTime(ms)).toBe(new Date(ms).toISOString())
})
