import { describe, expect, it } from 'vitest'
import { toValueText, toVisibleText } from './visible-text.ts'

describe('toVisibleText', () => {
  it('shows what would change the look of a command without being seen', () => {
    expect(toVisibleText('ls\u202e\u200b\u0007\u2066x')).toBe('ls\\u{202e}\\u{200b}\\u{7}\\u{2066}x')
    expect(toVisibleText('\u001b[31mred')).toBe('\\u{1b}[31mred')
  })

  it('leaves lines, tabs and every script alone', () => {
    expect(toVisibleText('a\n\tb Grüße 你好 שלום')).toBe('a\n\tb Grüße 你好 שלום')
  })
})

describe('toValueText', () => {
  it('writes out what is not text, and says so of what is nested too deeply', () => {
    expect(toValueText({ a: 1 })).toBe('{\n  "a": 1\n}')
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(toValueText(deep)).toContain('nested too deeply')
  })
})
