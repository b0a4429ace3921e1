import { z } from 'zod'
import { Content, ContentBlock } from '../lines/blocks.ts'
import { entry, Json, loose, open } from '../lines/define.ts'
import { Usage } from '../usage.ts'
import { ApiErrorName, cause, identity, Origin, transcriptFields } from './fields.ts'

const ApiMessage = loose({
  id: z.string().optional(),
  type: z.string().optional(),
  role: z.literal('assistant'),
  model: z.string().optional(),
  content: z.array(ContentBlock),
  stop_reason: z.string().nullish(),
  stop_sequence: z.string().nullish(),
  usage: Usage.nullish(),
})

export const AssistantMessage = loose({
  type: z.literal('assistant'),
  ...identity,
  ...transcriptFields,
  ...cause,
  message: ApiMessage,
  request_id: z.string().optional(),
  error: ApiErrorName.optional(),
  aborted: z.boolean().optional(),
  supersedes: z.array(z.string()).optional(),
  resume_reason: z.string().optional(),
  resumed_from_incomplete_thinking: z.boolean().optional(),
  is_api_error_message: z.boolean().optional(),
  api_error_status: z.number().nullish(),
  api_error_type: z.string().nullish(),
  thinking_duration_ms: z.number().optional(),
  thinking_display: z.string().optional(),
  local_command_source: z.string().optional(),
  local_command_run: Json.optional(),
  context_usage: Json.optional(),
  usage_report: Json.optional(),
})
export type AssistantMessage = z.infer<typeof AssistantMessage>

export const UserMessage = loose({
  type: z.literal('user'),
  ...identity,
  ...transcriptFields,
  ...cause,
  message: loose({ role: z.literal('user'), content: Content }),
  isReplay: z.boolean().optional(),
  isSynthetic: z.boolean().optional(),
  isVisibleInTranscriptOnly: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  tool_use_result: z.unknown().optional(),
  tool_result_meta: z.array(Json).optional(),
  origin: Origin.optional(),
  priority: open('now', 'next', 'later').optional(),
  shouldQuery: z.boolean().optional(),
  client_composed: z.boolean().optional(),
  pasted_content: z.array(z.unknown()).optional(),
  inline_pastes: z.array(z.string()).optional(),
  file_attachments: z.array(z.unknown()).optional(),
  sourceToolAssistantUUID: z.string().optional(),
  sourceToolUseID: z.string().optional(),
  permissionMode: z.string().optional(),
  permissionDecision: Json.optional(),
  promptId: z.string().optional(),
  todos: z.array(Json).optional(),
  thinkingMetadata: Json.optional(),
})
export type UserMessage = z.infer<typeof UserMessage>

export const conversationEntries = {
  assistant: entry(
    AssistantMessage,
    'documented',
    ['stdout', 'transcript'],
    'Shown as what Claude said and which tools it calls. One frame per content block: frames with the same message.id are one message.',
  ),
  user: entry(
    UserMessage,
    'documented',
    ['stdin', 'stdout', 'transcript'],
    'Shown as what the person said, or paired with its tool call when it holds tool_result blocks. With isReplay it is the echo of our own line.',
  ),
} as const
