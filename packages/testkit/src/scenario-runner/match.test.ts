import { describe, expect, it } from 'vitest'
import { matches, printPattern } from './match.ts'

describe('a pattern', () => {
  it.each([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: { b: 'text' } }, { a: { b: /^te/ } }],
    [[1, { a: 2 }], [{ a: 2 }]],
    [{ a: 1 }, { b: undefined }],
    [{ a: 3 }, { a: (value: unknown) => value === 3 }],
    [null, null],
  ])('%j matches %j', (value, pattern) => expect(matches(value, pattern)).toBe(true))

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 5 }, { a: /5/ }],
    [[1, 2], [3]],
    ['text', { a: 1 }],
    [null, { a: 1 }],
    [{ a: 1 }, [1]],
  ])('%j does not match %j', (value, pattern) => expect(matches(value, pattern)).toBe(false))

  it('prints as a person would write it', () => {
    expect(printPattern({ a: /x/, b: [1] })).toBe('{"a":"/x/","b":[1]}')
  })
})
