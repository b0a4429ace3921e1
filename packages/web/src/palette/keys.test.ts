import { describe, expect, it } from 'vitest'
import { type KeyPress, matchKeys, toKeyCaps, toKeyName } from './keys.ts'

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
    ['µ', { key: 'µ', code: 'KeyM', altKey: true }],
    ['[', { key: '[', code: 'Digit5', altKey: true }],
    ['Shift+Tab', { key: 'Tab', code: 'Tab', shiftKey: true }],
    ['Escape', { key: 'Escape' }],
    ['Alt+ArrowUp', { key: 'ArrowUp', altKey: true }],
  ])('is %s for %j', (name, press) => expect(toKeyName({ ...plain, ...press })).toBe(name))
})

describe('keys', () => {
  const used = new Set(['g i', 'g s', 'j', '?', 's'])
  it('are found by themselves', () => expect(matchKeys(used, '', 'j')).toEqual({ found: 'j', rest: '' }))
  it('wait for the second of two', () => expect(matchKeys(used, '', 'g')).toEqual({ found: null, rest: 'g' }))
  it('are found after the first of two', () => expect(matchKeys(used, 'g', 's')).toEqual({ found: 'g s', rest: '' }))
  it('count by themselves where they go with nothing before them', () =>
    expect(matchKeys(used, 'g', 'j')).toEqual({ found: 'j', rest: '' }))
  it('are nothing where nobody uses them', () => expect(matchKeys(used, 'g', 'x')).toEqual({ found: null, rest: '' }))
  it('are told as people know them', () => {
    expect(toKeyCaps('Mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(toKeyCaps('Mod+k', true)).toEqual(['⌘', 'K'])
    expect(toKeyCaps('g i', false)).toEqual(['g', 'i'])
    expect(toKeyCaps('Escape', false)).toEqual(['Esc'])
  })
})
