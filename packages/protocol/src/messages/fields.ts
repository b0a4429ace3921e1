import { z } from 'zod'
import { loose, open } from '../lines/define.ts'

/** What nearly every message of the CLI carries. */
export const identity = {
  uuid: z.string().optional(),
  session_id: z.string().optional(),
  timestamp: z.string().optional(),
}

/** Fields that only lines of a transcript have: which line they follow, and where they were written. */
export const transcriptFields = {
  parentUuid: z.string().nullish(),
  logical_parent_uuid: z.string().nullish(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  cwd: z.string().optional(),
  version: z.string().optional(),
  gitBranch: z.string().optional(),
  userType: z.string().optional(),
  entrypoint: z.string().optional(),
  slug: z.string().optional(),
  agent_id: z.string().optional(),
  forkedFrom: loose({ sessionId: z.string(), messageUuid: z.string().optional() }).optional(),
}

/** What the messages of a subagent carry, and those that a prompt of ours caused. */
export const cause = {
  parent_tool_use_id: z.string().nullish(),
  subagent_type: z.string().optional(),
  task_description: z.string().optional(),
  user_message_uuid: z.string().optional(),
  user_message_uuids: z.array(z.string()).optional(),
}

/** Who caused a user message or a turn. */
export const Origin = loose({
  kind: open(
    'human',
    'channel',
    'peer',
    'task-notification',
    'coordinator',
    'unclassified',
    'observer',
    'auto-continuation',
    'observer-activity',
  ),
})
export type Origin = z.infer<typeof Origin>

export const TaskUsage = loose({ total_tokens: z.number(), tool_uses: z.number(), duration_ms: z.number() })

export const FastModeState = open('off', 'cooldown', 'on').optional()

/** What went wrong with the API, in the CLI's own words. */
export const ApiErrorName = open(
  'authentication_failed',
  'billing_error',
  'rate_limit',
  'overloaded',
  'invalid_request',
  'model_not_found',
  'server_error',
  'max_output_tokens',
  'unknown',
)
