import { describe, expect, it } from 'vitest'
import { toPieces } from './to-pieces.ts'

const show = (text: string, marks: [number, number][]) =>
  toPieces(text, marks)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

describe('the words of a hit', () => {
  it('are marked where they stand', () => {
    expect(show('the flaky test', [[4, 9]])).toBe('the [flaky] test')
    expect(show('flaky', [[0, 5]])).toBe('[flaky]')
    expect(show('nothing', [])).toBe('nothing')
  })

  it('leave the text whole, whatever the marks say', () => {
    for (const marks of [
      [[3, 1]],
      [
        [0, 3],
        [1, 4],
      ],
      [[2, 99]],
      [[50, 60]],
    ] as [number, number][][])
      expect(
        toPieces('abcdef', marks)
          .map(({ text }) => text)
          .join(''),
      ).toBe('abcdef')
  })
})
