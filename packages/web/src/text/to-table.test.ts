import { expect, it } from 'vitest'
import { toTable } from './to-table.ts'

it('a table has its own entries and nothing else', () => {
  const table = toTable({ a: 'b' })
  expect([table.a, table.constructor, Reflect.get(table, '__proto__'), table.toString]).toEqual([
    'b',
    undefined,
    undefined,
    undefined,
  ])
})
