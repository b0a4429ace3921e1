import { expect, test } from 'vitest'
import { SeqRanges } from './seq-ranges.ts'

test('knows the numbers it was given, and no others, in whatever order they come', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 200; round += 1) {
    const ranges = new SeqRanges()
    const known = new Set<number>()
    for (let count = random(80); count > 0; count -= 1) {
      const seq = random(60)
      ranges.add(seq)
      known.add(seq)
    }
    const found = Array.from({ length: 61 }, (_, seq) => seq).filter((seq) => ranges.has(seq))
    expect(found).toEqual([...known].sort((one, other) => one - other))
    expect(ranges.rows).toBe(found.filter((seq) => !known.has(seq - 1)).length)
  }
})

test('a long row is one entry, whatever is written between its parts', () => {
  const ranges = new SeqRanges()
  for (let seq = 2; seq <= 10_000; seq += 2) ranges.add(seq)
  for (let seq = 1; seq <= 10_000; seq += 2) ranges.add(seq)
  expect(ranges.rows).toBe(1)
})
