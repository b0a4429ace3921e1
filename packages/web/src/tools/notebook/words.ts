import type { NotebookEditInput } from '@quarterdeck/protocol/tools'
import { toTable } from '../../text/to-table.ts'
import { textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import { areTexts, type ToolWords } from '../words.ts'

const DEEDS: Readonly<Record<string, string>> = toTable({ insert: 'add a cell to', delete: 'delete a cell of' })

export const notebookWords: ToolWords<NotebookEditInput> = {
  toWish(input, projectPath) {
    const deed = DEEDS[textOf<NotebookEditInput>(input, 'edit_mode') ?? ''] ?? 'change a cell of'
    return `${deed} ${toShortPath(textOf<NotebookEditInput>(input, 'notebook_path') ?? '', projectPath)}`
  },
  fieldNames: {
    notebook_path: 'Notebook',
    cell_id: 'Cell',
    cell_type: 'Kind of cell',
    edit_mode: 'What is done',
    new_source: 'Its new content',
  },
  drawing: {
    kind: 'cell',
    findFields: (fields) => (areTexts(fields, 'notebook_path', 'new_source') ? ['new_source'] : []),
  },
  mainField: null,
  plural: null,
  refusal: null,
}
