import { z } from 'zod'
import { loose } from '../../lines/define.ts'

/** One hunk of a unified diff; each line begins with a space, `-`, `+`, or `\` for a missing newline at the end. */
export const PatchHunk = loose({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
})
export type PatchHunk = z.infer<typeof PatchHunk>

/** Empty for a new file. */
export const StructuredPatch = z.array(PatchHunk)
export type StructuredPatch = z.infer<typeof StructuredPatch>

/** The same change as git would print it; only where the CLI was asked for it. */
export const GitDiff = loose({
  filename: z.string().optional(),
  status: z.string().optional(),
  additions: z.number().optional(),
  deletions: z.number().optional(),
  changes: z.number().optional(),
  patch: z.string().optional(),
  repository: z.string().nullish(),
})
export type GitDiff = z.infer<typeof GitDiff>
