import { expect, test } from 'vitest'
import { toChangeInCell } from './to-change-in-cell.ts'

const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: 'markdown', id: 'intro', source: ['# Tides\n', 'By the hour.'] },
    { cell_type: 'code', id: 'count', source: 'tide = 6.2\nprint(tide)', outputs: [{ text: '6.2' }] },
    { cell_type: 'code', source: '' },
  ],
})
const changeOf = (input: object, content: string | null = NOTEBOOK) => {
  const change = toChangeInCell({ notebook_path: '/n.ipynb', ...input }, content)
  return change && [change.words, ...change.hunks.flatMap(({ lines }) => lines)]
}

test('a cell that is replaced stands against what it becomes, and what it wrote goes', () => {
  expect(changeOf({ cell_id: 'count', new_source: 'tide = 6.4\nprint(tide)' })).toEqual([
    'It changes cell 2 of 3 (code). What it wrote is cleared.',
    '-tide = 6.2',
    '+tide = 6.4',
    ' print(tide)',
  ])
})

test('a cell is named by its number where no cell has that id, from 0 on, as the CLI counts', () => {
  expect(changeOf({ cell_id: 'cell-0', new_source: '# Tides\nBy day.', cell_type: 'code' })).toEqual([
    'It changes cell 1 of 3 (markdown), which becomes code.',
    ' # Tides',
    '-By the hour.',
    '+By day.',
  ])
})

test('a cell that is added says where, and one that is deleted is seen once more', () => {
  expect(changeOf({ edit_mode: 'insert', cell_type: 'markdown', new_source: 'Low.' })).toEqual([
    'It adds a cell (markdown) before all others.',
    '+Low.',
  ])
  expect(changeOf({ edit_mode: 'insert', cell_type: 'code', cell_id: 'cell-1', new_source: '1' })?.[0]).toBe(
    'It adds a cell (code) after cell 2 of 3.',
  )
  expect(changeOf({ edit_mode: 'delete', cell_id: 'intro', new_source: 'never' })).toEqual([
    'It deletes cell 1 of 3 (markdown).',
    '-# Tides',
    '-By the hour.',
  ])
})

test.each([
  ['has no such id', { cell_id: 'other', new_source: '' }, NOTEBOOK],
  ['has no such number', { cell_id: 'cell-3', new_source: '' }, NOTEBOOK],
  ['is not told which cell', { new_source: '' }, NOTEBOOK],
  ['is told something unknown', { cell_id: 'intro', edit_mode: 'move', new_source: '' }, NOTEBOOK],
  ['is not there', { cell_id: 'intro', new_source: '' }, null],
  ['is no JSON', { cell_id: 'intro', new_source: '' }, '{'],
  ['has cells without text', { cell_id: 'intro', new_source: '' }, '{"cells":[{"id":"intro"}]}'],
])('it is not known what would change where the notebook %s', (_why, input, content) => {
  expect(changeOf(input, content)).toBeNull()
})
