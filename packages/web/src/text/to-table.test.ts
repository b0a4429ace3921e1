import { expect, it } from 'vitest'
import { toTable } from './to-table.ts'

it('a table has its own entries and nothing else', () => {
  const table = toTable({ a: 'b' })
  const words = ['a', 'constructor', '__proto__', 'toString']
  expect(words.map((word) => table[word])).toEqual(['b', undefined, undefined, undefined])
})
