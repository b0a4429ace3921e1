import { describe, expect, it } from 'vitest'
import { createRandom, splitBytes } from './split-bytes.ts'

const TEXT = 'Grüße, こんにちは, 👋🏽. '.repeat(50)

describe('splitBytes', () => {
  it('loses nothing, and cuts inside characters', () => {
    const pieces = [...splitBytes(Buffer.from(TEXT), createRandom())]
    expect(Buffer.concat(pieces).toString('utf8')).toBe(TEXT)
    expect(pieces.every(({ length }) => length >= 1 && length <= 7)).toBe(true)
    expect(pieces.some((piece) => Buffer.from(piece).toString('utf8').includes('\uFFFD'))).toBe(true)
  })

  it('cuts in the same places every time', () => {
    const toLengths = (start?: number) =>
      [...splitBytes(Buffer.from(TEXT), createRandom(start))].map(({ length }) => length)
    expect(toLengths()).toEqual(toLengths())
    expect(toLengths(2)).not.toEqual(toLengths())
  })
})
