import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { Usage } from '../../usage.ts'

export const AgentInput = loose({
  prompt: z.string(),
  description: z.string().optional(),
  subagent_type: z.string().optional(),
  model: open('sonnet', 'opus', 'haiku', 'fable').optional(),
  effort: open('low', 'medium', 'high', 'xhigh', 'max').optional(),
  run_in_background: z.boolean().optional(),
  name: z.string().optional(),
  team_name: z.string().optional(),
  mode: open('acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan').optional(),
  isolation: open('worktree', 'remote').optional(),
  /** The agent to go on with; up to 2.1.38. */
  resume: z.string().optional(),
  max_turns: z.number().optional(),
})
export type AgentInput = z.infer<typeof AgentInput>

const Part = loose({ type: z.string(), text: z.string().optional() })

const ToolStats = loose({
  readCount: z.number().optional(),
  searchCount: z.number().optional(),
  bashCount: z.number().optional(),
  editFileCount: z.number().optional(),
  linesAdded: z.number().optional(),
  linesRemoved: z.number().optional(),
  otherToolCount: z.number().optional(),
})

const Completed = loose({
  status: z.literal('completed'),
  content: z.array(Part),
  agentId: z.string().optional(),
  agentType: z.string().optional(),
  prompt: z.string().optional(),
  resolvedModel: z.string().optional(),
  modelsUsed: z.array(z.string()).optional(),
  totalDurationMs: z.number().optional(),
  totalTokens: z.number().optional(),
  totalToolUseCount: z.number().optional(),
  usage: Usage.optional(),
  toolsUsed: z.array(z.string()).optional(),
  toolStats: ToolStats.optional(),
  worktreePath: z.string().optional(),
  worktreeBranch: z.string().optional(),
})

/** It runs on; `task_notification` tells of its end. */
const AsyncLaunched = loose({
  status: z.literal('async_launched'),
  agentId: z.string(),
  isAsync: z.boolean().optional(),
  description: z.string().optional(),
  prompt: z.string().optional(),
  resolvedModel: z.string().optional(),
  modelsUsed: z.array(z.string()).optional(),
  outputFile: z.string().optional(),
  canReadOutputFile: z.boolean().optional(),
  canContinueAgent: z.boolean().optional(),
})

const RemoteLaunched = loose({
  status: z.literal('remote_launched'),
  taskId: z.string(),
  sessionUrl: z.string().optional(),
  description: z.string().optional(),
  prompt: z.string().optional(),
  outputFile: z.string().optional(),
})

export const AgentResult = z.discriminatedUnion('status', [Completed, AsyncLaunched, RemoteLaunched])
export type AgentResult = z.infer<typeof AgentResult>
