import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serialise } from './serialise.ts'

describe('serialise', () => {
  it('writes one line that ends with a newline and holds no other line break of any kind', () => {
    const line = serialise({ text: 'a\nb\r\nc\u2028d\u2029e\u0085' })
    expect(line.endsWith('\n')).toBe(true)
    expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/)
  })

  it('loses nothing, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const line = serialise(value)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
