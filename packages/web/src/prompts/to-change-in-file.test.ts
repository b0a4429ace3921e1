import { expect, test } from 'vitest'
import { toChangeInFile } from './to-change-in-file.ts'

const FILE = `${Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n')}\n`
const linesOf = (input: unknown, before: string | null = FILE) =>
  toChangeInFile(input, before)?.hunks.map(({ oldStart, lines }) => [
    oldStart,
    ...lines.filter((line) => !line.startsWith(' ')),
  ])

test('an edit stands where it is in the file', () => {
  expect(linesOf({ old_string: 'line 12\n', new_string: 'twelve\n' })).toEqual([[9, '-line 12', '+twelve']])
})

test('several edits are made one after the other', () => {
  const edits = [
    { old_string: 'line 2\n', new_string: 'two\n' },
    { old_string: 'two\n', new_string: 'zwei\n' },
  ]
  expect(linesOf({ edits })).toEqual([[1, '-line 2', '+zwei']])
})

test('an edit at every place is one at each', () => {
  const input = { old_string: 'b', new_string: 'c', replace_all: true }
  expect(linesOf(input, 'a\nb\nx\nb\n')).toEqual([[1, '-b', '+c', '-b', '+c']])
})

test.each([
  ['is not there', { old_string: 'line 99', new_string: '' }, FILE],
  ['is there twice', { old_string: 'line 1', new_string: '' }, FILE],
  ['is nothing', { old_string: '', new_string: 'x' }, FILE],
  ['has no file', { old_string: 'a', new_string: 'b' }, null],
  ['is not said', {}, FILE],
])('it is not known what would change where the text %s', (_why, input, before) => {
  expect(toChangeInFile(input, before)).toBeNull()
})

test('a file that is written again differs where it differs, and a new one is new', () => {
  expect(linesOf({ content: FILE.replace('line 3\n', '') })).toEqual([[1, '-line 3']])
  expect(toChangeInFile({ content: 'one\n' }, null)).toMatchObject({ isNew: true, hunks: [{ lines: ['+one'] }] })
})
