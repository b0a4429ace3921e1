/** The files of the web app that the demo works on: a small one, which rents berths in a harbour. */
export const demoFiles = {
  'package.json': `{
  "name": "berths",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test", "start": "node src/server.js" }
}
`,
  'README.md': '# Berths\n\nRents berths in a harbour by the night.\n',
  'src/nights.js': `const DAY = 24 * 60 * 60 * 1000

/** How many nights a boat stays. */
export function countNights(arrival, departure) {
  return Math.floor((departure - arrival) / DAY)
}
`,
  'src/price.js': `import { countNights } from './nights.js'

const PER_METRE = 2.5

export function toPrice(boat, arrival, departure) {
  const nights = countNights(arrival, departure)
  return nights * boat.lengthInMetres * PER_METRE
}
`,
  'src/server.js': `import { createServer } from 'node:http'
import { toPrice } from './price.js'

createServer((request, response) => {
  const { boat, arrival, departure } = parse(request)
  response.end(JSON.stringify({ price: toPrice(boat, arrival, departure) }))
}).listen(3000)
`,
  'test/nights.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'
import { countNights } from '../src/nights.js'

test('counts a night over the change to summer time', () => {
  const nights = countNights(new Date('2026-03-28T12:00'), new Date('2026-03-29T12:00'))
  assert.equal(nights, 1)
})
`,
} as const
