import { z } from 'zod'
import { byWord } from '../lines/by-word.ts'
import { entry, Json, loose } from '../lines/define.ts'
import { AssistantMessage, UserMessage } from './conversation.ts'
import { cause, identity, transcriptFields } from './fields.ts'

function progress<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return loose({
    type: z.literal('progress'),
    ...identity,
    ...transcriptFields,
    ...cause,
    tool_use_id: z.string().optional(),
    data: loose({ type: z.literal(type), ...data }),
  })
}

export const HookProgressLine = progress('hook_progress', {
  hookEvent: z.string(),
  hookName: z.string().optional(),
  command: z.string().optional(),
  statusMessage: z.string().optional(),
})
export const BashProgressLine = progress('bash_progress', {
  output: z.string().optional(),
  fullOutput: z.string().optional(),
  elapsedTimeSeconds: z.number().optional(),
  totalLines: z.number().optional(),
})
/** A message that another line tells is read as one that came by itself, and must be one. */
const Told = byWord<AssistantMessage | UserMessage>('type', { user: UserMessage, assistant: AssistantMessage })

export const AgentProgressLine = progress('agent_progress', {
  agentId: z.string(),
  prompt: z.string().optional(),
  message: Told.optional(),
  normalizedMessages: z.array(Told).optional(),
})
export const QueryUpdateLine = progress('query_update', { query: z.string() })
export const SearchResultsLine = progress('search_results_received', {
  resultCount: z.number(),
  query: z.string().optional(),
})
const McpProgressLine = progress('mcp_progress', {
  status: z.string().optional(),
  serverName: z.string().optional(),
  toolName: z.string().optional(),
})
const SkillProgressLine = progress('skill_progress', { prompt: z.string().optional(), message: Json.optional() })
const WaitingForTaskLine = progress('waiting_for_task', {
  taskDescription: z.string().optional(),
  taskType: z.string().optional(),
})

const SEARCH = 'Shown in the running web search: its query, then how many results came.'

/** Written by older CLIs into transcripts; today's stdout has `tool_progress` and task events in their place. */
export const progressEntries = {
  'progress/hook_progress': entry(HookProgressLine, 'documented', ['transcript'], 'Shows which hook ran.'),
  'progress/bash_progress': entry(
    BashProgressLine,
    'documented',
    ['transcript'],
    'Shows the output of a running command and its time.',
  ),
  'progress/agent_progress': entry(
    AgentProgressLine,
    'documented',
    ['transcript'],
    'Links a subagent (agentId) to the tool call that started it, and holds its messages.',
  ),
  'progress/query_update': entry(QueryUpdateLine, 'documented', ['transcript'], SEARCH),
  'progress/search_results_received': entry(SearchResultsLine, 'documented', ['transcript'], SEARCH),
  'progress/mcp_progress': entry(McpProgressLine, 'declared', ['transcript'], 'Shows that an MCP tool is at work.'),
  'progress/skill_progress': entry(SkillProgressLine, 'declared', ['transcript'], 'Shows that a skill is at work.'),
  'progress/waiting_for_task': entry(
    WaitingForTaskLine,
    'declared',
    ['transcript'],
    'Shows that a tool waits for a background task.',
  ),
} as const
