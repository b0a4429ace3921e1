import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseClientJson } from './parse-client-json.ts'

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

describe('JSON of a client', () => {
  it('is what JSON is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseClientJson(text, 'It')).toEqual(JSON.parse(text))
      }),
    )
    expect(() => parseClientJson('{"a"', 'The body')).toThrow(/^The body is not JSON: /)
  })

  it('is refused when it is deep, however long it takes to get there, and before anything is built', () => {
    expect(parseClientJson(nested(200), 'It')).toBeTruthy()
    for (const depth of [202, 2_000_000]) expect(() => parseClientJson(nested(depth), 'It')).toThrow(/200 levels/)
    const wide = `[${'{},'.repeat(1000)}${nested(400)}]`
    expect(() => parseClientJson(wide, 'It')).toThrow(/200 levels/)
    expect(() => parseClientJson('['.repeat(1000), 'It')).toThrow(/200 levels/)
  })

  it('counts no brackets inside of texts', () => {
    const text = JSON.stringify({ a: `"\\${'['.repeat(1000)}`, b: '{"'.repeat(1000) })
    expect(parseClientJson(text, 'It')).toEqual(JSON.parse(text))
  })
})
