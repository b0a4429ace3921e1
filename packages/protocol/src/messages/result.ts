import { z } from 'zod'
import { entry, loose, open } from '../lines/define.ts'
import { ModelUsage, Usage } from '../usage.ts'
import { cause, FastModeState, identity, Origin } from './fields.ts'

/** Why a turn ended, where the CLI says it. */
export const TerminalReason = open(
  'blocking_limit',
  'rapid_refill_breaker',
  'prompt_too_long',
  'image_error',
  'model_error',
  'api_error',
  'malformed_tool_use_exhausted',
  'aborted_streaming',
  'aborted_tools',
  'stop_hook_prevented',
  'hook_stopped',
  'tool_deferred',
  'max_turns',
  'background_requested',
  'completed',
  'budget_exhausted',
  'structured_output_retry_exhausted',
  'tool_deferred_unavailable',
  'turn_setup_failed',
)

const PermissionDenial = loose({ tool_name: z.string(), tool_use_id: z.string(), tool_input: z.unknown().optional() })

const shared = {
  type: z.literal('result'),
  ...identity,
  user_message_uuid: cause.user_message_uuid,
  user_message_uuids: cause.user_message_uuids,
  is_error: z.boolean(),
  duration_ms: z.number().optional(),
  duration_api_ms: z.number().optional(),
  num_turns: z.number().optional(),
  stop_reason: z.string().nullish(),
  total_cost_usd: z.number().optional(),
  usage: Usage.nullish(),
  modelUsage: z.record(z.string(), ModelUsage).optional(),
  permission_denials: z.array(PermissionDenial).optional(),
  queued_turn_count: z.number().optional(),
  result_index: z.number().optional(),
  resume_reason: z.string().optional(),
  terminal_reason: TerminalReason.optional(),
  credential_expires_at: z.string().optional(),
  fast_mode_state: FastModeState,
  fast_mode_disabled_reason: z.string().nullish(),
  origin: Origin.optional(),
}

/** How long the first words took, and where the time went. */
const timings = {
  ttft_ms: z.number().optional(),
  ttft_stream_ms: z.number().optional(),
  time_to_request_ms: z.number().optional(),
  first_content_frame_ms: z.number().optional(),
  first_stream_post_ms: z.number().optional(),
  first_stream_post_ack_ms: z.number().optional(),
  first_stream_post_queue_wait_ms: z.number().optional(),
  first_stream_post_wall_ms: z.number().optional(),
  first_text_post_ms: z.number().optional(),
  first_text_post_queue_wait_ms: z.number().optional(),
  first_text_post_wall_ms: z.number().optional(),
  request_sent_wall_ms: z.number().optional(),
  time_origin_ms: z.number().optional(),
  time_to_request_from_spawn_ms: z.number().optional(),
  first_stream_post_queued_behind: z.string().optional(),
  first_text_post_queued_behind: z.string().optional(),
  warm_spare_claimed: z.boolean().optional(),
}

export const ResultSuccess = loose({
  ...shared,
  ...timings,
  subtype: z.literal('success'),
  result: z.string().optional(),
  api_error_status: z.number().nullish(),
  local_command: z.string().optional(),
  structured_output: z.unknown().optional(),
  deferred_tool_use: loose({ id: z.string(), name: z.string(), input: z.unknown() }).optional(),
})
export type ResultSuccess = z.infer<typeof ResultSuccess>

function failure<T extends string>(subtype: T) {
  return loose({
    ...shared,
    subtype: z.literal(subtype),
    errors: z.array(z.string()).optional(),
    startup_failure_reason: z.string().optional(),
    invalid_config_file: loose({ path: z.string(), is_global: z.boolean().optional() }).optional(),
  })
}

const ResultError = loose({
  ...shared,
  subtype: z.literal('error'),
  result: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.string()).optional(),
})

const ENDED = 'Ends the turn and shows why; what was open in it is closed.'

export const resultEntries = {
  'result/success': entry(
    ResultSuccess,
    'documented',
    ['stdout'],
    'Ends the turn: cost, duration and denials. is_error, not the subtype, says whether it failed.',
  ),
  'result/error_during_execution': entry(failure('error_during_execution'), 'documented', ['stdout'], ENDED),
  'result/error_max_turns': entry(failure('error_max_turns'), 'documented', ['stdout'], ENDED),
  'result/error_max_budget_usd': entry(failure('error_max_budget_usd'), 'documented', ['stdout'], ENDED),
  'result/error_max_structured_output_retries': entry(
    failure('error_max_structured_output_retries'),
    'documented',
    ['stdout'],
    ENDED,
  ),
  'result/error': entry(
    ResultError,
    'documented',
    ['stdout'],
    'Described for older CLIs and never seen; understood as any other failed turn.',
  ),
} as const
