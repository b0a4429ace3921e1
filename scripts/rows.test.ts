import { describe, expect, it } from 'vitest'
import { Problem } from './bootstrap/problem.mjs'
import { parseRowOptions, toTable } from './rows.ts'

describe('parseRowOptions', () => {
  it('takes --quick, --seed and --only', () => {
    expect(parseRowOptions(['--quick', '--seed', '7', '--only', 'R8'])).toEqual({ quick: true, seed: 7, only: 'R8' })
    expect(parseRowOptions([])).toEqual({ quick: false, seed: 1, only: undefined })
  })

  it.each([[['--fast']], [['--seed', 'x']], [['--seed']], [['extra']]])('refuses %j with a sentence', (args) => {
    expect(() => parseRowOptions(args)).toThrow(Problem)
  })
})

describe('toTable', () => {
  it('aligns columns', () => {
    expect(
      toTable([
        ['a', 'long', 'x'],
        ['bbb', 'c', 'y'],
      ]),
    ).toBe('a    long  x\nbbb  c     y\n')
  })
})
