import { describe, expect, it } from 'vitest'
import { parseProcessorTime, toStolenShare } from './stolen-time.ts'

describe('stolen time', () => {
  it('is the share that others had between two looks', () => {
    const before = parseProcessorTime('cpu  100 0 50 800 10 0 5 35 0 0\ncpu0 1 2 3\n')
    const after = parseProcessorTime('cpu  150 0 60 810 10 0 5 65 0 0\n')
    expect(before).toEqual({ all: 1000, stolen: 35 })
    expect(toStolenShare(before, after)).toBeCloseTo(0.3)
  })

  it('is not known where the system does not tell', () => {
    expect(parseProcessorTime('cpu  1 2 3\n')).toBeNull()
    expect(toStolenShare(null, { all: 1, stolen: 0 })).toBeNull()
    expect(toStolenShare({ all: 1, stolen: 0 }, { all: 1, stolen: 0 })).toBeNull()
  })
})
