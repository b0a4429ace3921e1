import { describe, expect, it } from 'vitest'
import { toValueText, toVisibleJson, toVisibleText } from './visible-text.ts'

describe('toVisibleText', () => {
  it('shows what would change the look of a command without being seen', () => {
    expect(toVisibleText('ls\u202e\u200b\u0007\u2066x')).toBe('ls\\u{202e}\\u{200b}\\u{7}\\u{2066}x')
    expect(toVisibleText('\u001b[31mred')).toBe('\\u{1b}[31mred')
  })

  it.each([
    ['a space that is not the space', 'rm\u00a0-rf', 'rm\\u{a0}-rf'],
    ['letters that are drawn as nothing', 'a\u3164\u2800b', 'a\\u{3164}\\u{2800}b'],
    ['selectors behind nothing that has a variant', 'a\ufe0f\u{e0101}', 'a\\u{fe0f}\\u{e0101}'],
    ['more selectors than a picture has', '❤\ufe0f\ufe0f\u{e0101}', '❤\ufe0f\\u{fe0f}\\u{e0101}'],
    ['what joins nothing', 'a\u200db 👩\u200d', 'a\\u{200d}b 👩\\u{200d}'],
    ['half a character, and one of nobody', 'a\ud800\ue000', 'a\\u{d800}\\u{e000}'],
    ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
  ])('shows %s', (_, text, shown) => {
    expect(toVisibleText(text)).toBe(shown)
  })

  it('leaves lines, tabs, every script and pictures alone', () => {
    for (const text of ['a\n\tb Grüße 你好 שלום', 'हिन्दी ภาษาไทย', '❤\ufe0f 👍🏽 👩\u200d💻 👩🏽\u200d🚒'])
      expect(toVisibleText(text)).toBe(text)
  })
})

describe('toVisibleJson', () => {
  it('writes what cannot be seen as JSON does, and means the same', () => {
    const value = { command: 'ls \u202e\u{e0041}' }
    const text = toVisibleJson(value)
    expect(text).toContain('ls \\u202e\\udb40\\udc41')
    expect(JSON.parse(text)).toEqual(value)
  })
})

describe('toValueText', () => {
  it('writes out what is not text, and says so of what is nested too deeply', () => {
    expect(toValueText({ a: 1 })).toBe('{\n  "a": 1\n}')
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(toValueText(deep)).toContain('nested too deeply')
  })
})
