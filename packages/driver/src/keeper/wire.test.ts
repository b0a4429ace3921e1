import { describe, expect, it } from 'vitest'
import { chooseVersion, parseHostWord } from './wire.ts'

describe('the wire', () => {
  it('is spoken in the newest version that both understand', () => {
    expect(chooseVersion([1, 2, 3], [2, 1, 9])).toBe(2)
    expect(chooseVersion([1], [2, '1', null])).toBeNull()
    expect(chooseVersion([1], [])).toBeNull()
  })

  it.each([
    [
      { type: 'hello', versions: [1] },
      { type: 'hello', versions: [1] },
    ],
    [{ type: 'hello' }, { type: 'hello', versions: [] }],
    [
      { type: 'follow', after: 3 },
      { type: 'follow', after: 3 },
    ],
    [
      { type: 'watch', isWatched: 'yes' },
      { type: 'watch', isWatched: false },
    ],
    [{ type: 'sing', loud: true }, { type: 'unknown' }],
  ])('reads %j', (said, word) => {
    expect(parseHostWord(JSON.stringify(said))).toEqual(word)
  })

  it.each([
    'hello',
    'null',
    '[]',
    '{}',
    '{"type":1}',
    '{"type":"follow","after":"1"}',
    '{"type":"command","commandId":7}',
  ])('does not read %s', (text) => {
    expect(parseHostWord(text)).toBeNull()
  })
})
