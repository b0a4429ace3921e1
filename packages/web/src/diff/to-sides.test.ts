import { describe, expect, it } from 'vitest'
import { computeHunks, toDiffLines } from './to-diff-lines.ts'
import { toSides } from './to-sides.ts'

describe('two sides', () => {
  it('stand beside each other where one line took the place of another, and alone where it did not', () => {
    const sides = toSides(toDiffLines(computeHunks('a\nb\nc\nd\n', 'a\nB\nd\ne\n')))
    const shown = sides.map(({ left, right }) => [left?.pieces[0]?.text ?? null, right?.pieces[0]?.text ?? null])
    expect(shown).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
      [null, 'e'],
    ])
  })
})
