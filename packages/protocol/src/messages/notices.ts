import { z } from 'zod'
import { entry, Json, loose, open } from '../lines/define.ts'
import { ApiErrorName, identity } from './fields.ts'
import { system } from './system.ts'

const ApiRetry = system('api_retry', {
  attempt: z.number(),
  max_retries: z.number().optional(),
  retry_delay_ms: z.number().optional(),
  error_status: z.number().nullish(),
  error: ApiErrorName.optional(),
  no_response: loose({ waited_ms: z.number(), retry_wait_ms: z.number() }).optional(),
})

const ApiError = system('api_error', {
  error: loose({
    status: z.number().nullish(),
    headers: z.unknown().optional(),
    requestID: z.string().nullish(),
    error: loose({
      type: z.string().optional(),
      error: loose({ type: z.string().optional(), message: z.string().optional() }).optional(),
    }).nullish(),
  }).optional(),
  retryInMs: z.number().optional(),
  retryAttempt: z.number().optional(),
  maxRetries: z.number().optional(),
})

const refusal = {
  original_model: z.string(),
  request_id: z.string().nullish(),
  api_refusal_category: z.string().nullish(),
  api_refusal_explanation: z.string().nullish(),
  refused_user_message_uuid: z.string().nullish(),
  content: z.string(),
}

const RateLimitEvent = loose({
  type: z.literal('rate_limit_event'),
  ...identity,
  rate_limit_info: loose({
    status: open('allowed', 'allowed_warning', 'rejected'),
    resetsAt: z.number().optional(),
    rateLimitType: open(
      'five_hour',
      'seven_day',
      'seven_day_opus',
      'seven_day_sonnet',
      'seven_day_overage_included',
      'overage',
    ).optional(),
    utilization: z.number().optional(),
    unifiedWindows: z.unknown().optional(),
    overageStatus: z.string().optional(),
    overageResetsAt: z.number().optional(),
    overageDisabledReason: z.string().optional(),
    isUsingOverage: z.boolean().optional(),
    overageInUse: z.boolean().optional(),
  }),
})

const AuthStatus = loose({
  type: z.literal('auth_status'),
  ...identity,
  isAuthenticating: z.boolean(),
  output: z.array(z.string()).optional(),
  error: z.string().optional(),
})

const Informational = system('informational', {
  content: z.string(),
  level: open('info', 'notice', 'suggestion', 'warning', 'error').optional(),
  tool_use_id: z.string().optional(),
  prevent_continuation: z.boolean().optional(),
  tag: z.string().optional(),
})

const LocalCommand = system('local_command', {
  content: z.string(),
  commandRun: Json.optional(),
  context_usage: Json.optional(),
})

const A_LINE = 'Shown as a line of its own.'

export const noticeEntries = {
  'system/api_retry': entry(ApiRetry, 'published', ['stdout'], 'Shows that the API failed and when it is tried again.'),
  'system/api_error': entry(
    ApiError,
    'documented',
    ['stdout', 'transcript'],
    'What api_retry is on stdout: the API failed and is tried again.',
  ),
  'system/model_refusal_fallback': entry(
    system('model_refusal_fallback', {
      ...refusal,
      trigger: z.string().optional(),
      direction: open('retry', 'revert', 'sticky').optional(),
      scope: open('session', 'local').optional(),
      fallback_model: z.string(),
      retracted_message_uuids: z.array(z.string()).optional(),
    }),
    'published',
    ['stdout'],
    'Says that another model answers; retracted messages leave the view.',
  ),
  'system/model_refusal_no_fallback': entry(
    system('model_refusal_no_fallback', refusal),
    'published',
    ['stdout'],
    A_LINE,
  ),
  'system/model_fallback': entry(system('model_fallback', {}), 'declared', ['stdout'], A_LINE),
  'system/model_consent_fallback': entry(system('model_consent_fallback', {}), 'declared', ['stdout'], A_LINE),
  rate_limit_event: entry(RateLimitEvent, 'published', ['stdout'], 'The plan limit: how much is used, when it resets.'),
  auth_status: entry(AuthStatus, 'documented', ['stdout'], 'Says that login is under way, or failed.'),
  'system/informational': entry(
    Informational,
    'documented',
    ['stdout', 'transcript'],
    'A line; also how a hook says why it rejected a prompt.',
  ),
  'system/local_command': entry(
    LocalCommand,
    'documented',
    ['transcript'],
    'A slash command that ran locally, and its output.',
  ),
  'system/local_command_output': entry(
    system('local_command_output', { content: z.string() }),
    'published',
    ['stdout'],
    'Output of a slash command that ran locally.',
  ),
  'system/notification': entry(
    system('notification', {
      key: z.string().optional(),
      text: z.string(),
      priority: open('low', 'medium', 'high', 'immediate').optional(),
      color: z.string().optional(),
      timeout_ms: z.number().optional(),
    }),
    'published',
    ['stdout'],
    A_LINE,
  ),
  'system/plugin_install': entry(
    system('plugin_install', {
      status: open('started', 'installed', 'failed', 'completed'),
      name: z.string().optional(),
      error: z.string().optional(),
    }),
    'published',
    ['stdout'],
    A_LINE,
  ),
  'system/files_persisted': entry(
    system('files_persisted', {
      files: z.array(loose({ filename: z.string(), file_id: z.string() })).optional(),
      failed: z.array(loose({ filename: z.string(), error: z.string() })).optional(),
      processed_at: z.string().optional(),
    }),
    'published',
    ['stdout'],
    A_LINE,
  ),
  'system/memory_recall': entry(
    system('memory_recall', {
      mode: open('select', 'synthesize').optional(),
      memories: z.array(loose({ path: z.string(), scope: z.string().optional(), content: z.string().optional() })),
    }),
    'published',
    ['stdout'],
    'Names the memories that entered the turn.',
  ),
  'system/elicitation_complete': entry(
    system('elicitation_complete', { mcp_server_name: z.string(), elicitation_id: z.string() }),
    'published',
    ['stdout'],
    'Closes the open elicitation of that id.',
  ),
  'system/mirror_error': entry(
    system('mirror_error', { error: z.string(), key: Json.optional() }),
    'published',
    ['stdout'],
    A_LINE,
  ),
  'system/control_request_progress': entry(
    system('control_request_progress', {
      request_id: z.string(),
      status: open('started', 'api_retry'),
      attempt: z.number().optional(),
      max_retries: z.number().optional(),
      retry_delay_ms: z.number().optional(),
      error_status: z.number().nullish(),
    }),
    'published',
    ['stdout'],
    'Keeps a long control request from being taken for dead.',
  ),
  prompt_suggestion: entry(
    loose({ type: z.literal('prompt_suggestion'), ...identity, suggestion: z.string() }),
    'published',
    ['stdout'],
    'Offered in the composer as the next prompt.',
  ),
  active_goal: entry(
    loose({ type: z.literal('active_goal'), ...identity, value: Json.nullable() }),
    'published',
    ['stdout'],
    'Shows the goal the session works towards.',
  ),
  keep_alive: entry(
    loose({ type: z.literal('keep_alive') }),
    'documented',
    ['stdout', 'stdin'],
    'A sign of life; nothing to show.',
  ),
} as const
