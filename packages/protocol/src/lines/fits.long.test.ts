import { createRandom, mutateLine, toSample } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { controlRequests } from '../control/table.ts'
import { messageTable } from '../messages/table.ts'
import { fits } from './fits.ts'

const schemas = [
  ...Object.values(messageTable).map((entry) => entry.schema),
  ...Object.values(controlRequests).flatMap((entry) => [entry.request, entry.response]),
]

describe('fits', () => {
  it('says the same as zod of every schema, for samples and for 40,000 damaged ones', () => {
    const random = createRandom(7)
    const counts = { yes: 0, no: 0 }
    const samples = schemas.map((schema) => JSON.stringify(toSample(schema)))
    for (let round = 0; round < 40_000; round++) {
      const schema = schemas[round % schemas.length] as (typeof schemas)[number]
      const sample = samples[round % schemas.length] as string
      const value = round < schemas.length ? JSON.parse(sample) : toValue(mutateLine(sample, random))
      const expected = schema.safeParse(value).success
      counts[expected ? 'yes' : 'no'] += 1
      if (fits(schema, value) !== expected) throw new Error(`zod says ${expected} of ${JSON.stringify(value)}`)
    }
    expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(2000)
  })

  it('does not take a number for one that JSON overflowed', () => {
    expect(
      fits(
        messageTable['system/thinking_tokens'].schema,
        JSON.parse('{"type":"system","subtype":"thinking_tokens","estimated_tokens":1e999}'),
      ),
    ).toBe(false)
  })
})

function toValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
