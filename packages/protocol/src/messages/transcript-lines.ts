import { z } from 'zod'
import { entry, Json, loose, type Since } from '../lines/define.ts'
import { identity, transcriptFields } from './fields.ts'

function line<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return loose({ type: z.literal(type), ...identity, ...shape })
}

function kept<T extends string>(type: T, since: Since) {
  return entry(line(type, {}), since, ['transcript'], 'Kept as it is; not shown and not searched.')
}

export const FileBackup = loose({
  backupFileName: z.string().nullish(),
  version: z.number().optional(),
  backupTime: z.string().optional(),
})

const FileHistorySnapshot = line('file-history-snapshot', {
  messageId: z.string(),
  snapshot: loose({
    messageId: z.string().optional(),
    trackedFileBackups: z.record(z.string(), FileBackup),
    timestamp: z.string().optional(),
  }),
  isSnapshotUpdate: z.boolean().optional(),
})

const FileHistoryDelta = line('file-history-delta', {
  messageId: z.string(),
  snapshotMessageId: z.string().optional(),
  trackingPath: z.string(),
  backup: FileBackup,
})

const QueueOperation = line('queue-operation', { operation: z.string(), content: z.unknown().optional() })

const Attachment = line('attachment', {
  ...transcriptFields,
  attachment: loose({ type: z.string() }),
  rendered: z.unknown().optional(),
})

const CostState = line('cost-state', {
  totalCostUSD: z.number(),
  totalAPIDuration: z.number().optional(),
  totalDuration: z.number().optional(),
  totalLinesAdded: z.number().optional(),
  totalLinesRemoved: z.number().optional(),
  modelUsage: Json.optional(),
  hasUnknownModelCost: z.boolean().optional(),
})

const TITLE = 'A title of the session.'
const VERSIONS = "Which version of which file belongs to which message: the file's history."

/** Lines that stand only in transcript files: facts about the session rather than messages. */
export const transcriptLineEntries = {
  summary: entry(
    line('summary', { summary: z.string(), leafUuid: z.string().optional() }),
    'documented',
    ['transcript'],
    TITLE,
  ),
  'custom-title': entry(
    line('custom-title', { customTitle: z.string() }),
    'documented',
    ['transcript'],
    'The title a person gave; wins over all others.',
  ),
  'ai-title': entry(line('ai-title', { aiTitle: z.string() }), 'seen', ['transcript'], TITLE),
  tag: entry(
    line('tag', { tag: z.string() }),
    'documented',
    ['transcript'],
    'The tag of the session; empty removes it.',
  ),
  'agent-name': entry(line('agent-name', { agentName: z.string() }), 'documented', ['transcript'], TITLE),
  'agent-color': entry(
    line('agent-color', { agentColor: z.string() }),
    'documented',
    ['transcript'],
    'The colour of a session in the list.',
  ),
  'queue-operation': entry(
    QueueOperation,
    'documented',
    ['transcript', 'stdout'],
    'Messages entering and leaving the queue of the CLI.',
  ),
  'file-history-snapshot': entry(FileHistorySnapshot, 'documented', ['transcript'], VERSIONS),
  'file-history-delta': entry(FileHistoryDelta, 'seen', ['transcript'], VERSIONS),
  attachment: entry(
    Attachment,
    'seen',
    ['transcript'],
    'What the CLI added to the prompt by itself; large, kept, not shown and not searched.',
  ),
  'last-prompt': entry(
    line('last-prompt', { lastPrompt: z.string().optional(), leafUuid: z.string().optional() }),
    'seen',
    ['transcript'],
    'The newest prompt, for the list of sessions.',
  ),
  'cost-state': entry(CostState, 'seen', ['transcript'], 'The total the CLI will continue from after a resume.'),
  'permission-mode': entry(
    line('permission-mode', { permissionMode: z.string() }),
    'declared',
    ['transcript'],
    'The mode the session was left in.',
  ),
  'pr-link': entry(
    line('pr-link', {
      prNumber: z.number().optional(),
      prUrl: z.string().optional(),
      prRepository: z.string().optional(),
    }),
    'declared',
    ['transcript'],
    'The pull request the session belongs to.',
  ),
  'continued-in': entry(
    line('continued-in', {}),
    'declared',
    ['transcript'],
    'The session goes on under another id; the list shows that one.',
  ),
  relocated: entry(
    line('relocated', { relocatedCwd: z.string().optional() }),
    'declared',
    ['transcript'],
    'The folder of the session changed.',
  ),
  'tools-used': kept('tools-used', 'seen'),
  'api-request': kept('api-request', 'seen'),
  'api-request-shape': kept('api-request-shape', 'seen'),
  'api-request-blob': kept('api-request-blob', 'seen'),
  'atis-latch': kept('atis-latch', 'seen'),
  mode: kept('mode', 'declared'),
  'agent-setting': kept('agent-setting', 'declared'),
  'worktree-state': kept('worktree-state', 'declared'),
  'bridge-session': kept('bridge-session', 'declared'),
  'content-replacement': kept('content-replacement', 'declared'),
  'derived-from': kept('derived-from', 'declared'),
  'data-flow-records': kept('data-flow-records', 'declared'),
  'data-flow-incomplete': kept('data-flow-incomplete', 'declared'),
  'history-suppression': kept('history-suppression', 'declared'),
  'isolation-latch': kept('isolation-latch', 'declared'),
  'session-owner': kept('session-owner', 'declared'),
  'ended-by-model': kept('ended-by-model', 'declared'),
  'fork-context-ref': kept('fork-context-ref', 'declared'),
  'frame-link': kept('frame-link', 'declared'),
  'interactive-mark': kept('interactive-mark', 'declared'),
  'memory-mode': kept('memory-mode', 'declared'),
  'observer-ref': kept('observer-ref', 'declared'),
  'repl-mode': kept('repl-mode', 'declared'),
  'resume-head-vouch': kept('resume-head-vouch', 'declared'),
} as const
