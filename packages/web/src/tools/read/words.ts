import type { ReadInput } from '@quarterdeck/protocol/tools'
import { textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import type { ToolWords } from '../words.ts'

export const readWords: ToolWords<ReadInput> = {
  toWish: (input, projectPath) => `read ${toShortPath(textOf<ReadInput>(input, 'file_path') ?? '', projectPath)}`,
  fieldNames: { file_path: 'File', offset: 'From line', limit: 'Lines', pages: 'Pages' },
  drawing: null,
  mainField: null,
  plural: 'files',
  refusal: null,
}
