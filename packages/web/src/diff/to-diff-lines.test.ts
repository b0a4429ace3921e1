import { describe, expect, it } from 'vitest'
import { computeHunks, countChanges, type DiffLine, toDiffLines } from './to-diff-lines.ts'

const show = ({ kind, oldNumber, newNumber, pieces }: DiffLine) =>
  `${kind} ${oldNumber ?? '-'} ${newNumber ?? '-'} ${pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`

describe('a change, line by line', () => {
  it('has the numbers of both sides, and marks the words that differ', () => {
    const hunks = computeHunks('one\nif (user) go()\nthree\n', 'one\nif (user && ok) go()\nthree\n')
    expect(toDiffLines(hunks).map(show)).toEqual([
      'same 1 1 one',
      'removed 2 - if (user) go()',
      'added - 2 if (user[ && ok]) go()',
      'same 3 3 three',
    ])
    expect(countChanges(hunks)).toEqual({ added: 1, removed: 1 })
  })

  it('marks no words where nearly all of them differ', () => {
    const lines = toDiffLines(computeHunks('alpha beta gamma\n', 'const x = 1\n')).map(show)
    expect(lines).toEqual(['removed 1 - alpha beta gamma', 'added - 1 const x = 1'])
  })

  it('says where lines were left out', () => {
    const before = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
    const after = before.replace('line 2\n', 'line two\n').replace('line 35', 'line 35b')
    expect(toDiffLines(computeHunks(before, after)).filter((line) => line.kind === 'gap')).toHaveLength(1)
  })

  it('takes a file without a newline at its end', () => {
    expect(toDiffLines(computeHunks('a', 'a\n')).map(show)).toEqual(['removed 1 - a', 'added - 1 a'])
    expect(toDiffLines(computeHunks('', 'new file\n')).map(show)).toEqual(['added - 1 new file'])
  })

  it('keeps blank lines and lines that look like marks', () => {
    const lines = toDiffLines([{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' ', '---', '+++ b'] }])
    expect(lines.map(show)).toEqual(['same 1 1 ', 'removed 2 - --', 'added - 2 ++ b'])
  })

  it('marks words also where a line more came in', () => {
    const lines = toDiffLines(computeHunks('a = 7\nb = 8\n', 'a = 70\nb = 80\nc = 9\n'))
    const marked = lines.map(({ pieces }) => pieces.filter((piece) => piece.isChanged).map(({ text }) => text))
    expect(marked).toEqual([['7'], ['8'], ['70'], ['80'], []])
  })
})
