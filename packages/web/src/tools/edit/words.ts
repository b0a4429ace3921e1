import type { EditInput, MultiEditInput, WriteInput } from '@quarterdeck/protocol/tools'
import { textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import { areTexts, type Fields, type ToolWords } from '../words.ts'

const FILE_FIELDS = { file_path: 'File', replace_all: 'At every place', edits: 'Edits', content: 'Content' }
const PIECE = ['old_string', 'new_string']

export const editWords: ToolWords<EditInput & MultiEditInput & WriteInput> = {
  toWish: (input, projectPath) => `edit ${toShortPath(textOf<EditInput>(input, 'file_path') ?? '', projectPath)}.`,
  fieldNames: { ...FILE_FIELDS, old_string: 'Text to replace', new_string: 'Text in its place' },
  drawing: { kind: 'change', findFields: (fields) => (areTexts(fields, ...PIECE) ? PIECE : []) },
  mainField: null,
  plural: null,
  refusal: null,
}

export const multiEditWords: ToolWords<EditInput & MultiEditInput & WriteInput> = {
  ...editWords,
  fieldNames: FILE_FIELDS,
  drawing: {
    kind: 'change',
    findFields: ({ edits }) => (Array.isArray(edits) && edits.every(isPlainEdit) ? ['edits'] : []),
  },
}

export const writeWords: ToolWords<EditInput & MultiEditInput & WriteInput> = {
  ...editWords,
  toWish: (input, projectPath) => `write ${toShortPath(textOf<WriteInput>(input, 'file_path') ?? '', projectPath)}.`,
  fieldNames: FILE_FIELDS,
  drawing: { kind: 'change', findFields: (fields) => (areTexts(fields, 'content') ? ['content'] : []) },
  mainField: 'content',
}

/** One with a field that nobody expects is listed whole: the field must be seen. */
function isPlainEdit(edit: unknown): boolean {
  return (
    edit !== null &&
    typeof edit === 'object' &&
    areTexts(edit as Fields, ...PIECE) &&
    Object.keys(edit).every((name) => PIECE.includes(name))
  )
}
