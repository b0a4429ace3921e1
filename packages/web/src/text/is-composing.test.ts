import { describe, expect, it } from 'vitest'
import { isComposing } from './is-composing.ts'

const plain = { isComposing: false, keyCode: 13 }

describe('a key of an input method', () => {
  it.each([
    ['says so itself', { ...plain, isComposing: true }, true],
    ['says so by its code alone, in Safari', { ...plain, keyCode: 229 }, true],
    ['is no other', plain, false],
  ])('%s', (_, event, expected) => {
    expect(isComposing(event)).toBe(expected)
    expect(isComposing({ nativeEvent: event })).toBe(expected)
  })
})
