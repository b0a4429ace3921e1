import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCanonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('is what the RFC shows', () => {
    const given =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    expect(toCanonicalJson(JSON.parse(given))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts keys by their UTF-16 units, as the RFC shows', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const written = toCanonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(Object.keys(JSON.parse(written)).filter((key) => key !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ])
    expect(written.indexOf('"\\r"')).toBeLessThan(written.indexOf('"1"'))
  })

  it.each([
    [-0, '0'],
    [1e21, '1e+21'],
    [5e-324, '5e-324'],
    [2 ** 53 + 2, '9007199254740994'],
    [0.1 + 0.2, '0.30000000000000004'],
    ['\ud800', '"\\ud800"'],
    ['\u2028\u007f/', '"\u2028\u007f/"'],
    [{}, '{}'],
    [[], '[]'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
  ])('writes %j', (value, written) => expect(toCanonicalJson(value)).toBe(written))

  it('knows no number that JSON has not', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => toCanonicalJson({ value })).toThrow(TypeError)
  })

  it('is the same data, and the same text whatever the order was', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 })
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        tie('object'),
      ),
      object: fc.dictionary(text, tie('value'), { maxKeys: 6 }),
    }))
    fc.assert(
      fc.property(value, (data) => {
        const written = toCanonicalJson(data)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(data)))
        expect(toCanonicalJson(shuffle(data))).toBe(written)
      }),
    )
  })

  it('tells apart what differs in one place', () => {
    const changed = [
      { a: '1' },
      { a: 1 },
      { a: [1] },
      { a: { 0: 1 } },
      { b: 1 },
      { a: 1, b: null },
      { a: null },
      { A: 1 },
      {},
    ]
    expect(new Set(changed.map(toCanonicalJson)).size).toBe(changed.length)
  })

  it('does not end on what is deep or long', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(toCanonicalJson(deep)).toHaveLength(200_001)
    expect(toCanonicalJson(Array.from({ length: 300_000 }, () => 0))).toHaveLength(600_001)
  })
})

/** The same data with its keys the other way round. */
function shuffle(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(shuffle)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data)
      .reverse()
      .map(([key, value]) => [key, shuffle(value)]),
  )
}
