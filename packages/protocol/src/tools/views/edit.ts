import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { GitDiff, StructuredPatch } from './structured-patch.ts'

const replacement = {
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
}

export const EditInput = loose({ file_path: z.string(), ...replacement })
export type EditInput = z.infer<typeof EditInput>

/** Of CLIs before 2.0. */
export const MultiEditInput = loose({ file_path: z.string(), edits: z.array(loose(replacement)) })
export type MultiEditInput = z.infer<typeof MultiEditInput>

export const WriteInput = loose({ file_path: z.string(), content: z.string() })
export type WriteInput = z.infer<typeof WriteInput>

const changed = {
  filePath: z.string(),
  structuredPatch: StructuredPatch.optional(),
  /** Whether a person changed the input before allowing it. */
  userModified: z.boolean().optional(),
  gitDiff: GitDiff.optional(),
  staged: z.boolean().optional(),
}

export const EditResult = loose({
  ...changed,
  oldString: z.string().optional(),
  newString: z.string().optional(),
  /** Null where the file was too long to repeat. */
  originalFile: z.string().nullish(),
  replaceAll: z.boolean().optional(),
})
export type EditResult = z.infer<typeof EditResult>

export const MultiEditResult = loose({
  ...changed,
  edits: z.array(loose({ old_string: z.string().optional(), new_string: z.string().optional() })).optional(),
  originalFileContents: z.string().nullish(),
})
export type MultiEditResult = z.infer<typeof MultiEditResult>

export const WriteResult = loose({
  ...changed,
  type: open('create', 'update', 'overwrite').optional(),
  content: z.string(),
  /** Null for a new file. */
  originalFile: z.string().nullish(),
})
export type WriteResult = z.infer<typeof WriteResult>
