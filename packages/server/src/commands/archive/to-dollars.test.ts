import { expect, it } from 'vitest'
import { toDollars } from './to-dollars.ts'

it.each([
  [0, '$0.00'],
  [0.0004, '<$0.01'],
  [0.0099, '<$0.01'],
  [0.01, '$0.01'],
  [1234.567, '$1234.57'],
])('shows %d as %s', (usd, expected) => {
  expect(toDollars(usd)).toBe(expected)
})
