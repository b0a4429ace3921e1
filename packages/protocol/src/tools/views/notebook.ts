import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const NotebookEditInput = loose({
  notebook_path: z.string(),
  new_source: z.string(),
  cell_id: z.string().optional(),
  cell_type: open('code', 'markdown').optional(),
  /** `replace` where it is not given. */
  edit_mode: open('replace', 'insert', 'delete').optional(),
})
export type NotebookEditInput = z.infer<typeof NotebookEditInput>

export const NotebookEditResult = loose({
  new_source: z.string(),
  old_source: z.string().optional(),
  notebook_path: z.string().optional(),
  cell_id: z.string().optional(),
  cell_type: open('code', 'markdown').optional(),
  language: z.string().optional(),
  edit_mode: z.string().optional(),
  original_file: z.string().optional(),
  updated_file: z.string().optional(),
  error: z.string().optional(),
})
export type NotebookEditResult = z.infer<typeof NotebookEditResult>
