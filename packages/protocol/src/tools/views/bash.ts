import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const BashInput = loose({
  command: z.string(),
  description: z.string().optional(),
  /** Milliseconds. */
  timeout: z.number().optional(),
  run_in_background: z.boolean().optional(),
  dangerouslyDisableSandbox: z.boolean().optional(),
})
export type BashInput = z.infer<typeof BashInput>

const GitOperation = loose({
  commit: loose({
    sha: z.string().optional(),
    kind: open('committed', 'amended', 'cherry-picked').optional(),
    branch: z.string().optional(),
  }).optional(),
  push: loose({ branch: z.string().optional() }).optional(),
  branch: loose({ ref: z.string().optional(), action: open('merged', 'rebased').optional() }).optional(),
  pr: loose({
    number: z.number().optional(),
    url: z.string().optional(),
    action: open('created', 'edited', 'merged', 'commented', 'closed', 'reopened', 'ready', 'draft').optional(),
  }).optional(),
})

/** A command that fails has no such result but a text, which begins with its exit code. */
export const BashResult = loose({
  stdout: z.string(),
  stderr: z.string().optional(),
  interrupted: z.boolean().optional(),
  /** Then `stdout` is a data URL. */
  isImage: z.boolean().optional(),
  noOutputExpected: z.boolean().optional(),
  returnCodeInterpretation: z.string().optional(),
  backgroundTaskId: z.string().optional(),
  backgroundedByUser: z.boolean().optional(),
  timedOutAfterMs: z.number().optional(),
  dangerouslyDisableSandbox: z.boolean().optional(),
  /** Where the whole output lies when `stdout` holds only a part. */
  persistedOutputPath: z.string().optional(),
  persistedOutputSize: z.number().optional(),
  rawOutputPath: z.string().optional(),
  structuredContent: z.array(z.unknown()).optional(),
  gitOperation: GitOperation.optional(),
})
export type BashResult = z.infer<typeof BashResult>
