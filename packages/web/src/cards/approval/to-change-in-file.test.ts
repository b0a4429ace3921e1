import { expect, test } from 'vitest'
import { toChangeInFile } from './to-change-in-file.ts'

const FILE = `${Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n')}\n`
const toEdit = (old_string: string, new_string: string) => ({ old_string, new_string })
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
    { old_string: 'line 2\nline 3', new_string: 'two\nline 3' },
    { old_string: 'line 4', new_string: 'four' },
  ]
  expect(linesOf({ edits })).toEqual([[1, '-line 2', '+two', '-line 4', '+four']])
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
  ['was put there by the edit before', { edits: [toEdit('line 2\n', 'two\n'), toEdit('two', 'zwei')] }, FILE],
])('it is not known what would change where the text %s', (_why, input, before) => {
  expect(toChangeInFile(input, before)).toBeNull()
})

test('text that is taken away goes with the end of its line, as the CLI does it', () => {
  const file = '// note END\nverify(signature)\nrun()\n'
  expect(linesOf(toEdit('END', ''), file)).toEqual([
    [1, '-// note END', '-verify(signature)', '+// note verify(signature)'],
  ])
  expect(linesOf(toEdit('verify(signature)', ''), file)).toEqual([[1, '-verify(signature)']])
  const everywhere = { ...toEdit('b', ''), replace_all: true }
  expect(linesOf(everywhere, 'ab c\nab\nz\n')).toEqual([[1, '-ab', '-z', '+az']])
  expect(linesOf(everywhere, 'ab c\nbd\n')).toEqual([[1, '-ab c', '-bd', '+a c', '+d']])
})

test('lines are found however they end, at each place', () => {
  const input = { ...toEdit('deny=1\nx', 'y'), replace_all: true }
  expect(linesOf(input, '\uFEFFdeny=1\r\nx\r\ndeny=1\nx\n')).toEqual([
    [1, '-deny=1', '-x', '-deny=1', '-x', '+y', '+y'],
  ])
})

test('a file that is written again differs where it differs, and a new one is new', () => {
  expect(linesOf({ content: FILE.replace('line 3\n', '') })).toEqual([[1, '-line 3']])
  expect(toChangeInFile({ content: 'one\n' }, null)).toMatchObject({ isNew: true, hunks: [{ lines: ['+one'] }] })
})
