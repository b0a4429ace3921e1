import type { SDKMessage, SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk'
import type { ContentBlock, Delta, MessageName, MessageOf } from '@quarterdeck/protocol'

/** The SDK has one type for all events of a stream, we have one for each. */
type ByEvent<E> = E extends unknown ? Omit<SDKPartialAssistantMessage, 'event'> & { event: E } : never
type Member = Exclude<SDKMessage, SDKPartialAssistantMessage> | ByEvent<SDKPartialAssistantMessage['event']>

type NameOf<M> = M extends { type: 'stream_event'; event: { type: infer E extends string } }
  ? `stream_event/${E}`
  : M extends { type: infer T extends string; subtype: infer S extends string }
    ? `${T}/${S}`
    : M extends { type: infer T extends string }
      ? T
      : never

/** Fields of ours that the SDK's type cannot fill: of another type there, or required here and not there. */
type Misfit<S, O> = {
  [K in keyof O]-?: K extends keyof S ? (S[K] extends O[K] ? never : K) : undefined extends O[K] ? never : K
}[keyof O]

/** Not one by one for a message of several subtypes: it need only be one of ours. */
type MisfitOf<M, N extends string> = [N] extends [MessageName]
  ? M extends MessageOf<N & MessageName>
    ? never
    : `${N}: ${Misfit<M, MessageOf<N & MessageName>> & string}`
  : `${N}: the message itself`
type Misfits<M> = M extends unknown ? MisfitOf<M, NameOf<M>> : never

/** Fields that the SDK publishes and we do not name. They pass all the same. */
type Unnamed<M> = M extends unknown
  ? NameOf<M> extends infer N extends MessageName
    ? `${N}: ${Exclude<keyof M, keyof MessageOf<N>> & string}`
    : never
  : never

type TypesBeyond<S, O> = S extends unknown ? (S extends O ? never : S extends { type: infer T } ? T : never) : never
type BlocksOf<T extends 'assistant' | 'user'> = Exclude<
  Extract<SDKMessage, { type: T }>['message']['content'],
  string
>[number]
type StreamOf<E extends string> = Extract<SDKPartialAssistantMessage['event'], { type: E }>

const BLOCKS = 'blocks of the types below, which pass unchecked and are shown raw'
export const NARROWED =
  'ours says never: `system` and `thread` name the field as optional and the message names it once more as required'
const POSTING = 'how the bridge of a remote session posted the stream; nothing of it is shown'

/** Where the published type does not fit ours. `satisfies` makes each list exact: what is new in the SDK is missing here, what we caught up with is too much. */
export const misfits = {
  'assistant: message': BLOCKS,
  'user: message': BLOCKS,
  'stream_event/message_start: event': BLOCKS,
  'stream_event/content_block_start: event': BLOCKS,
  'stream_event/content_block_delta: event': 'deltas of the types below, which pass unchecked',
  'system/init: cwd': NARROWED,
  'system/informational: content': NARROWED,
  'system/local_command_output: content': NARROWED,
  'system/model_refusal_fallback: content': NARROWED,
  'system/model_refusal_no_fallback: content': NARROWED,
} satisfies Record<Misfits<Member>, string>

export const assistantBlocks = {
  advisor_tool_result: 'of a server tool that the CLI does not use',
  compaction: 'of compaction by the API, which the CLI does itself',
  fallback: 'of a fallback of the API, which the CLI tells by a message of its own',
  mcp_tool_listing: 'of the connector of the API; the CLI has its own servers',
} satisfies Record<
  TypesBeyond<BlocksOf<'assistant'> | StreamOf<'content_block_start'>['content_block'], ContentBlock>,
  string
>

export const userBlocks = {
  search_result: 'in a prompt or a tool result of a host that searches by itself',
  tool_result: 'holds such a search_result, whose source is a text where that of an image is an object',
} satisfies Record<TypesBeyond<BlocksOf<'user'>, ContentBlock>, string>

export const deltas = {
  compaction_delta: 'of compaction by the API, which the CLI does itself',
} satisfies Record<TypesBeyond<StreamOf<'content_block_delta'>['delta'], Delta>, string>

export const unnamed = {
  'result/success: first_content_frame_ms': POSTING,
  'result/success: first_stream_post_ack_ms': POSTING,
  'result/success: first_stream_post_ms': POSTING,
  'result/success: first_stream_post_queue_wait_ms': POSTING,
  'result/success: first_stream_post_queued_behind': POSTING,
  'result/success: first_stream_post_wall_ms': POSTING,
  'result/success: first_text_post_ms': POSTING,
  'result/success: first_text_post_queue_wait_ms': POSTING,
  'result/success: first_text_post_queued_behind': POSTING,
  'result/success: first_text_post_wall_ms': POSTING,
  'result/success: request_sent_wall_ms': POSTING,
  'result/success: time_origin_ms': POSTING,
  'result/success: time_to_request_from_spawn_ms': POSTING,
  'result/success: warm_spare_claimed': POSTING,
} satisfies Record<Unnamed<Member>, string>

/** Every member of the SDK's union, by our name for it. */
export const members = {
  assistant: true,
  auth_status: true,
  conversation_reset: true,
  prompt_suggestion: true,
  rate_limit_event: true,
  'result/error_during_execution': true,
  'result/error_max_budget_usd': true,
  'result/error_max_structured_output_retries': true,
  'result/error_max_turns': true,
  'result/success': true,
  'stream_event/content_block_delta': true,
  'stream_event/content_block_start': true,
  'stream_event/content_block_stop': true,
  'stream_event/message_delta': true,
  'stream_event/message_start': true,
  'stream_event/message_stop': true,
  'system/api_retry': true,
  'system/background_tasks_changed': true,
  'system/commands_changed': true,
  'system/compact_boundary': true,
  'system/control_request_progress': true,
  'system/elicitation_complete': true,
  'system/files_persisted': true,
  'system/hook_progress': true,
  'system/hook_response': true,
  'system/hook_started': true,
  'system/informational': true,
  'system/init': true,
  'system/local_command_output': true,
  'system/memory_recall': true,
  'system/mirror_error': true,
  'system/model_refusal_fallback': true,
  'system/model_refusal_no_fallback': true,
  'system/notification': true,
  'system/permission_denied': true,
  'system/plugin_install': true,
  'system/session_state_changed': true,
  'system/session_writes_lost': true,
  'system/status': true,
  'system/task_notification': true,
  'system/task_progress': true,
  'system/task_started': true,
  'system/task_updated': true,
  'system/thinking_tokens': true,
  'system/worker_shutting_down': true,
  tool_progress: true,
  tool_use_summary: true,
  user: true,
} satisfies Record<NameOf<Member>, true>
