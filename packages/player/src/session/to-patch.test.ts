import { describe, expect, it } from 'vitest'
import { toPatch } from './to-patch.ts'

describe('toPatch', () => {
  it('shows a changed line between three lines before it and after it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\n'
    expect(toPatch(before, before.replace('e', 'E'))).toEqual([
      { oldStart: 2, oldLines: 7, newStart: 2, newLines: 7, lines: [' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h'] },
    ])
  })

  it('shows what the CLI shows for a change of the last line', () => {
    expect(toPatch('one\ntwo\n', 'one\nthree\n')).toEqual([
      { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+three'] },
    ])
  })

  it('shows lines that only came or only went', () => {
    expect(toPatch('a\nc\n', 'a\nb\nc\n')[0]?.lines).toEqual([' a', '+b', ' c'])
    expect(toPatch('a\nb\nc\n', 'a\nc\n')[0]?.lines).toEqual([' a', '-b', ' c'])
    expect(toPatch('', 'a\n')).toEqual([{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ['+a'] }])
  })

  it('counts a line once where the same lines stand on both sides', () => {
    expect(toPatch('a\na\n', 'a\na\na\n')[0]).toMatchObject({ oldLines: 2, newLines: 3, lines: [' a', ' a', '+a'] })
  })

  it('is empty where nothing changed', () => {
    expect(toPatch('a\n', 'a\n')).toEqual([])
  })
})
