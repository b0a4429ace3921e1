import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'
import { byKind } from '../by-kind.ts'

export const MonitorInput = loose({
  description: z.string(),
  command: z.string().optional(),
  timeout_ms: z.number().optional(),
  ws: loose({ url: z.string().optional() }).optional(),
})
export type MonitorInput = z.infer<typeof MonitorInput>

export const MonitorResult = loose({
  taskId: z.string(),
  timeoutMs: z.number().optional(),
  persistent: z.boolean().optional(),
})
export type MonitorResult = z.infer<typeof MonitorResult>

export const CronCreateInput = loose({
  cron: z.string(),
  prompt: z.string(),
  recurring: z.boolean().optional(),
  durable: z.boolean().optional(),
})
export type CronCreateInput = z.infer<typeof CronCreateInput>

const job = {
  id: z.string(),
  humanSchedule: z.string().optional(),
  recurring: z.boolean().optional(),
  durable: z.boolean().optional(),
  nextFireAt: z.number().optional(),
}

export const CronCreateResult = loose(job)
export type CronCreateResult = z.infer<typeof CronCreateResult>

export const CronDeleteInput = loose({ id: z.string() })
export type CronDeleteInput = z.infer<typeof CronDeleteInput>

export const CronDeleteResult = loose({ id: z.string() })
export type CronDeleteResult = z.infer<typeof CronDeleteResult>

export const CronListInput = loose({})
export type CronListInput = z.infer<typeof CronListInput>

export const CronListResult = loose({
  jobs: z.array(loose({ ...job, cron: z.string().optional(), prompt: z.string().optional() })),
})
export type CronListResult = z.infer<typeof CronListResult>

export const ScheduleWakeupInput = loose({
  delaySeconds: z.number().optional(),
  reason: z.string().optional(),
  prompt: z.string().optional(),
  stop: z.boolean().optional(),
  noop: z.boolean().optional(),
})
export type ScheduleWakeupInput = z.infer<typeof ScheduleWakeupInput>

export const ScheduleWakeupResult = loose({
  scheduledFor: z.number(),
  clampedDelaySeconds: z.number().optional(),
  wasClamped: z.boolean().optional(),
  stopped: z.boolean().optional(),
})
export type ScheduleWakeupResult = z.infer<typeof ScheduleWakeupResult>

export const EnterWorktreeInput = loose({ name: z.string().optional(), path: z.string().optional() })
export type EnterWorktreeInput = z.infer<typeof EnterWorktreeInput>

const worktree = {
  worktreePath: z.string(),
  worktreeBranch: z.string().optional(),
  message: z.string().optional(),
}

export const EnterWorktreeResult = loose(worktree)
export type EnterWorktreeResult = z.infer<typeof EnterWorktreeResult>

export const ExitWorktreeInput = loose({
  action: open('keep', 'remove'),
  discard_changes: z.boolean().optional(),
})
export type ExitWorktreeInput = z.infer<typeof ExitWorktreeInput>

export const ExitWorktreeResult = loose({
  ...worktree,
  action: open('keep', 'remove').optional(),
  originalCwd: z.string().optional(),
  discardedFiles: z.number().optional(),
  discardedCommits: z.number().optional(),
})
export type ExitWorktreeResult = z.infer<typeof ExitWorktreeResult>

export const WorkflowInput = loose({
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  script: z.string().optional(),
  scriptPath: z.string().optional(),
  args: Json.optional(),
  resumeFromRunId: z.string().optional(),
})
export type WorkflowInput = z.infer<typeof WorkflowInput>

export const WorkflowResult = loose({
  taskId: z.string(),
  status: open('async_launched', 'remote_launched').optional(),
  workflowName: z.string().optional(),
  runId: z.string().optional(),
  summary: z.string().optional(),
  sessionUrl: z.string().optional(),
  warning: z.string().optional(),
  error: z.string().optional(),
})
export type WorkflowResult = z.infer<typeof WorkflowResult>

export const ToolSearchInput = loose({ query: z.string(), max_results: z.number().optional() })
export type ToolSearchInput = z.infer<typeof ToolSearchInput>

export const ToolSearchResult = loose({
  matches: z.array(z.string()),
  query: z.string().optional(),
  total_deferred_tools: z.number().optional(),
  pending_mcp_servers: z.array(z.string()).optional(),
})
export type ToolSearchResult = z.infer<typeof ToolSearchResult>

/** Up to 2.1.38 it was `recipient` and `content`. */
export const SendMessageInput = loose({
  to: z.string().optional(),
  message: byKind({ text: z.string(), object: Json }).optional(),
  summary: z.string().optional(),
  type: z.string().optional(),
  recipient: z.string().optional(),
  content: z.string().optional(),
}).refine((input) => input.message !== undefined || input.content !== undefined)
export type SendMessageInput = z.infer<typeof SendMessageInput>

export const SendMessageResult = loose({ success: z.boolean(), message: z.string().optional() })
export type SendMessageResult = z.infer<typeof SendMessageResult>

const Finding = loose({
  file: z.string(),
  summary: z.string(),
  line: z.number().optional(),
  short_summary: z.string().optional(),
  failure_scenario: z.string().optional(),
  category: z.string().optional(),
  verdict: open('CONFIRMED', 'PLAUSIBLE').optional(),
  outcome: open('fixed', 'skipped', 'no_change_needed').optional(),
})

export const ReportFindingsInput = loose({ findings: z.array(Finding), level: z.string().optional() })
export type ReportFindingsInput = z.infer<typeof ReportFindingsInput>

export const ReportFindingsResult = loose({
  findings: z.array(Finding),
  count: z.number().optional(),
  level: z.string().optional(),
})
export type ReportFindingsResult = z.infer<typeof ReportFindingsResult>

export const PushNotificationInput = loose({ message: z.string(), status: z.string().optional() })
export type PushNotificationInput = z.infer<typeof PushNotificationInput>

export const PushNotificationResult = loose({
  message: z.string(),
  pushSent: z.boolean().optional(),
  localSent: z.boolean().optional(),
  disabledReason: open('config_off', 'user_present', 'no_transport').optional(),
})
export type PushNotificationResult = z.infer<typeof PushNotificationResult>
