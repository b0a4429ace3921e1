import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()
const count = z.number().optional()

const ChangedFile = loose({
  path: z.string(),
  added: z.number(),
  removed: z.number(),
  isBinary: z.boolean().optional(),
  isUntracked: z.boolean().optional(),
  status: open('added', 'modified', 'removed', 'renamed', 'copied').optional(),
  previousPath: text,
  newPath: text,
})

const Hunk = loose({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  /** Each begins with a space, `+` or `-`. */
  lines: z.array(z.string()),
})

export const WorkspaceDiff = loose({
  stats: loose({ filesCount: count, linesAdded: count, linesRemoved: count }).optional(),
  perFileStats: z.array(ChangedFile),
  hunks: z.array(loose({ path: z.string(), hunks: z.array(Hunk) })),
  omitted: loose({ files: count, exact: z.boolean().optional() }).optional(),
  skippedLarge: z.array(z.string()).optional(),
  restricted: z.array(z.string()).optional(),
  source: loose({ kind: open('working-tree', 'branch'), baseBranch: text, baseRef: text }).optional(),
})
export type WorkspaceDiff = z.infer<typeof WorkspaceDiff>

export const workspaceDiffRequests = {
  get_workspace_diff: fromHost(
    'get_workspace_diff',
    {},
    loose({
      diff: WorkspaceDiff.nullable(),
      noDiffReason: open(
        'no-repository',
        'repository-refused',
        'repository-busy',
        'diff-failed',
        'root-moved',
      ).optional(),
    }),
    'declared',
    'Fills the panel of changed files with everything that differs from the base branch.',
  ),
} as const
