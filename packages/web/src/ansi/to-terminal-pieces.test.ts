import { describe, expect, it } from 'vitest'
import { toTerminalPieces } from './to-terminal-pieces.ts'

const plain = (text: string) =>
  toTerminalPieces(text)
    .map((piece) => piece.text)
    .join('')

describe('what a terminal would show', () => {
  it('has colours and weights as classes', () => {
    expect(toTerminalPieces('a \u001b[1;31mfail\u001b[0m b')).toEqual([
      { text: 'a ', className: '' },
      { text: 'fail', className: 'terminal-red terminal-bold' },
      { text: ' b', className: '' },
    ])
  })

  it('draws bright colours as the same ones, and black on black as ink', () => {
    expect(toTerminalPieces('\u001b[92mok\u001b[0m')[0]?.className).toBe('terminal-green')
    expect(toTerminalPieces('\u001b[30;40mhidden\u001b[0m')).toEqual([{ text: 'hidden', className: '' }])
  })

  it('shows a line that was written over as it was last', () => {
    expect(plain('10 %\r50 %\r100 %\ndone\r\nend')).toBe('100 %\ndone\nend')
  })

  it('shows what it does not obey: links, the clipboard, titles, directions', () => {
    const shown = plain('\u001b]8;;http://evil\u0007text\u001b]52;c;ZXZpbA==\u0007 \u202Eabc')
    expect(shown).toContain('text')
    expect(shown).toContain('\\u{202e}')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be left
    expect(shown).not.toMatch(/[\u0000-\u0008\u001b\u202e]/)
  })
})
