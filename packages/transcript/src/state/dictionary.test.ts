import { createRandom } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { type Dictionary, emptyDictionary, entriesOf, getValue, setValue } from './dictionary.ts'

describe('a dictionary', () => {
  it('does what a map does, whatever is put into it', () => {
    const random = createRandom(7)
    let dictionary: Dictionary<number> = emptyDictionary()
    const map = new Map<string, number>()
    for (let step = 0; step < 20_000; step++) {
      const key = `k${Math.floor(random() * 8000)}`
      dictionary = setValue(dictionary, key, step)
      map.set(key, step)
    }
    expect(new Map(entriesOf(dictionary))).toEqual(map)
    for (const [key, value] of map) expect(getValue(dictionary, key)).toBe(value)
    expect(getValue(dictionary, 'nobody')).toBeUndefined()
  })

  it('is never changed in place', () => {
    const before = setValue(emptyDictionary<number>(), 'a', 1)
    const after = setValue(setValue(before, 'a', 2), 'b', 3)
    expect([getValue(before, 'a'), getValue(before, 'b')]).toEqual([1, undefined])
    expect([getValue(after, 'a'), getValue(after, 'b')]).toEqual([2, 3])
  })

  it('keeps names of one hash apart', () => {
    // Found by search: the two have one hash.
    const [one, other] = ['name 54979', 'name 318070']
    const both = setValue(setValue(emptyDictionary<number>(), one, 1), other, 2)
    expect([getValue(both, one), getValue(both, other)]).toEqual([1, 2])
    const changed = setValue(setValue(both, other, 3), one, 4)
    expect([getValue(changed, one), getValue(changed, other)]).toEqual([4, 3])
    expect([...entriesOf(changed)]).toHaveLength(2)
    expect(JSON.stringify(both)).toContain('next')
  })

  it('holds names that objects know already', () => {
    const odd = ['__proto__', 'constructor', 'toString', ''].reduce(
      (dictionary, key) => setValue(dictionary, key, key),
      emptyDictionary<string>(),
    )
    expect(getValue(odd, '__proto__')).toBe('__proto__')
    expect(getValue(odd, '')).toBe('')
    expect(getValue(odd, 'valueOf')).toBeUndefined()
  })

  it('is the same whichever way the same names came in, and survives being written down', () => {
    const names = Array.from({ length: 500 }, (_, index) => `name ${index}`)
    const put = (keys: string[]) =>
      keys.reduce((dictionary, key) => setValue(dictionary, key, key.length), emptyDictionary<number>())
    expect(put(names)).toEqual(put(names.toReversed()))
    expect(getValue(JSON.parse(JSON.stringify(put(names))), 'name 77')).toBe(7)
  })
})
