import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'

export const GlobInput = loose({ pattern: z.string(), path: z.string().optional() })
export type GlobInput = z.infer<typeof GlobInput>

export const GlobResult = loose({
  filenames: z.array(z.string()),
  numFiles: z.number().optional(),
  durationMs: z.number().optional(),
  truncated: z.boolean().optional(),
  totalMatches: z.number().optional(),
  countIsComplete: z.boolean().optional(),
  timedOut: z.boolean().optional(),
})
export type GlobResult = z.infer<typeof GlobResult>

const OutputMode = open('content', 'files_with_matches', 'count')

export const GrepInput = loose({
  pattern: z.string(),
  path: z.string().optional(),
  glob: z.string().optional(),
  type: z.string().optional(),
  output_mode: OutputMode.optional(),
  '-A': z.number().optional(),
  '-B': z.number().optional(),
  '-C': z.number().optional(),
  context: z.number().optional(),
  '-n': z.boolean().optional(),
  '-i': z.boolean().optional(),
  '-o': z.boolean().optional(),
  head_limit: z.number().optional(),
  offset: z.number().optional(),
  multiline: z.boolean().optional(),
})
export type GrepInput = z.infer<typeof GrepInput>

/** In mode `content` the matches are in `content`, and `filenames` is empty. */
export const GrepResult = loose({
  filenames: z.array(z.string()),
  mode: OutputMode.optional(),
  content: z.string().optional(),
  numFiles: z.number().optional(),
  numLines: z.number().optional(),
  numMatches: z.number().optional(),
  totalFiles: z.number().optional(),
  totalLines: z.number().optional(),
  appliedLimit: z.number().optional(),
  appliedOffset: z.number().optional(),
  timedOut: z.boolean().optional(),
})
export type GrepResult = z.infer<typeof GrepResult>

/** Of CLIs before 2.0. */
export const LsInput = loose({ path: z.string(), ignore: z.array(z.string()).optional() })
export type LsInput = z.infer<typeof LsInput>

/** An indented tree as text. */
export const LsResult = z.string()
export type LsResult = z.infer<typeof LsResult>
