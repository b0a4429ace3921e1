import { describe, expect, it } from 'vitest'
import { isOptionText, type KeyPress, matchKeys, toKeyCaps, toKeyName, toKeyNames, toKeyPress } from './keys.ts'

const plain: KeyPress = {
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
}

describe('what was pressed', () => {
  it.each<[string, Partial<KeyPress>]>([
    ['k', {}],
    ['k', { key: 'K' }],
    ['K', { key: 'K', shiftKey: true }],
    ['Mod+k', { ctrlKey: true }],
    ['Mod+k', { metaKey: true }],
    ['Mod+Shift+k', { key: 'K', ctrlKey: true, shiftKey: true }],
    ['?', { key: '?', shiftKey: true }],
    ['[', { key: '[', ctrlKey: true, altKey: true, isAltGraph: true }],
    ['[', { key: '[', altKey: true }],
    ['Alt+m', { key: 'm', code: 'KeyM', altKey: true }],
    ['Alt+3', { key: '3', code: 'Digit3', altKey: true }],
    ['[', { key: '[', code: 'Digit5', altKey: true }],
    ['Shift+Tab', { key: 'Tab', code: 'Tab', shiftKey: true }],
    ['Escape', { key: 'Escape' }],
    ['Alt+ArrowUp', { key: 'ArrowUp', altKey: true }],
    // Option writes another character than the one on the key.
    ['Alt+m', { key: 'µ', code: 'KeyM', altKey: true }],
    ['Alt+M', { key: 'Â', code: 'KeyM', altKey: true, shiftKey: true }],
    ['Alt+1', { key: '¡', code: 'Digit1', altKey: true }],
    ['⁄', { key: '⁄', code: 'Digit1', altKey: true, shiftKey: true }],
    // Russian, Greek and Hebrew.
    ['Mod+k', { key: 'л', code: 'KeyK', ctrlKey: true }],
    ['Mod+Shift+o', { key: 'Щ', code: 'KeyO', ctrlKey: true, shiftKey: true }],
    ['a', { key: 'ф', code: 'KeyA' }],
    ['d', { key: 'δ', code: 'KeyD' }],
    ['k', { key: 'ל', code: 'KeyK' }],
    ['K', { key: 'Л', code: 'KeyK', shiftKey: true }],
    ['№', { key: '№', code: 'Digit3', shiftKey: true }],
    // German, French and Dvorak: what they write counts, wherever it stands.
    ['ö', { key: 'ö', code: 'Semicolon' }],
    ['a', { key: 'a', code: 'KeyQ' }],
    ['Mod+k', { key: 'k', code: 'KeyV', ctrlKey: true }],
    ['Alt+m', { key: 'm', code: 'Semicolon', altKey: true }],
    ['€', { key: '€', code: 'KeyE', ctrlKey: true, altKey: true, isAltGraph: true }],
    // Alt and the numbers at the side write any character, on Windows.
    ['3', { key: '3', code: 'Numpad3', altKey: true }],
  ])('is %s for %j', (name, press) => expect(toKeyName({ ...plain, ...press })).toBe(name))

  it('is known by the character, too, which somebody may have given to something', () => {
    expect(toKeyNames({ ...plain, key: 'л' })).toEqual(['л', 'k'])
    expect(toKeyNames({ ...plain, key: 'µ', code: 'KeyM', altKey: true })).toEqual(['µ', 'Alt+m'])
    expect(toKeyNames(plain)).toEqual(['k'])
  })

  it('is text in a field where Option writes it with a digit, on a Mac', () => {
    const quote = { ...plain, key: '“', code: 'Digit2', altKey: true }
    expect(isOptionText(quote, true)).toBe(true)
    expect(isOptionText(quote, false)).toBe(false)
    expect(isOptionText({ ...quote, ctrlKey: true }, true)).toBe(false)
    expect(isOptionText({ ...quote, key: 'µ', code: 'KeyM' }, true)).toBe(false)
    expect(isOptionText({ ...quote, key: '2' }, true)).toBe(false)
  })

  it('is made with AltGr on no Mac, whatever Firefox says of Option there', () => {
    const event = { ...plain, key: 'µ', code: 'KeyM', altKey: true, getModifierState: () => true }
    expect(toKeyName(toKeyPress(event, true))).toBe('Alt+m')
    expect(toKeyName(toKeyPress(event, false))).toBe('µ')
  })
})

describe('keys', () => {
  const used = new Set(['g i', 'g s', 'j', '?', 's'])
  it('are found by themselves', () => expect(matchKeys(used, '', ['j'])).toEqual({ found: 'j', rest: '' }))
  it('wait for the second of two', () => expect(matchKeys(used, '', ['g'])).toEqual({ found: null, rest: 'g' }))
  it('are found after the first of two', () => expect(matchKeys(used, 'g', ['s'])).toEqual({ found: 'g s', rest: '' }))
  it('count by themselves where they go with nothing before them', () =>
    expect(matchKeys(used, 'g', ['j'])).toEqual({ found: 'j', rest: '' }))
  it('are nothing where nobody uses them', () => expect(matchKeys(used, 'g', ['x'])).toEqual({ found: null, rest: '' }))
  it('are found by any of their names, those that somebody has given first', () => {
    expect(matchKeys(used, '', ['л', 'j'])).toEqual({ found: 'j', rest: '' })
    expect(matchKeys(new Set([...used, 'л']), '', ['л', 'j'])).toEqual({ found: 'л', rest: '' })
    expect(matchKeys(used, 'g', ['ы', 's'])).toEqual({ found: 'g s', rest: '' })
  })
  it('are told as people know them', () => {
    expect(toKeyCaps('Mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(toKeyCaps('Mod+k', true)).toEqual(['⌘', 'K'])
    expect(toKeyCaps('g i', false)).toEqual(['g', 'i'])
    expect(toKeyCaps('Escape', false)).toEqual(['Esc'])
  })
})
