import { describe, expect, it } from 'vitest'
import { allScenarios } from '../scenarios/all-scenarios.ts'
import { chooseBaseline, type Drift, hasDrift, QUICK_SCENARIOS } from './find-drift.ts'
import { printDrift } from './print-drift.ts'

const NONE: Drift = {
  against: '2.1.325',
  scenarios: ['plain-text'],
  difference: { newMessages: [], goneMessages: [], newFields: [], goneFields: [] },
  unread: [],
  failed: [],
}

describe('chooseBaseline', () => {
  it.each([
    ['2.1.400', '2.1.325'],
    ['2.1.100', '2.1.38'],
    ['2.1.325', '2.1.38'],
    ['2.1.5', '2.1.38'],
  ])('compares %s with %s', (version, baseline) => {
    expect(chooseBaseline(version, ['2.1.325', '2.1.38'])).toBe(baseline)
  })

  it('has nothing to compare with where only the version itself was recorded', () => {
    expect(chooseBaseline('2.1.38', ['2.1.38'])).toBeUndefined()
  })
})

describe('drift', () => {
  it('is there for anything new, gone, unread or failed', () => {
    expect(hasDrift(NONE)).toBe(false)
    expect(hasDrift({ ...NONE, difference: { ...NONE.difference, goneFields: ['x: y'] } })).toBe(true)
    expect(hasDrift({ ...NONE, unread: ['x'] })).toBe(true)
    expect(hasDrift({ ...NONE, failed: ['x'] })).toBe(true)
  })

  it('is printed with what it is compared with, and each thing on a line', () => {
    expect(printDrift('2.1.326', NONE)).toBe('2.1.326 says the same as 2.1.325, in 1 scenario.\n')
    const drift = {
      ...NONE,
      difference: { ...NONE.difference, newFields: ['result/success: x'] },
      failed: ['bash: no'],
    }
    expect(printDrift('2.1.326', drift)).toBe(
      '2.1.326 differs from 2.1.325, in 1 scenario:\n  new field      result/success: x\n  failed         bash: no\n',
    )
  })

  it('looks at scenarios that there are', () => {
    const names = allScenarios.map(({ name }) => name)
    expect(QUICK_SCENARIOS.filter((name) => !names.includes(name))).toEqual([])
  })
})
