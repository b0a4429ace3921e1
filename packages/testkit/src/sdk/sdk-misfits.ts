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

/** Names what is left over, so that the compiler says it when something is. */
type Nothing<T extends never> = T

/**
 * Every message, block and delta of the published types fits ours, and every field of theirs is named here. What a newer SDK adds
 * stops the compiler at the line that lacks it.
 */
export type Checked = [
  // Theirs allows any role in a user message; the CLI ends the process on any but `user`. Its blocks are checked below.
  Nothing<Exclude<Misfits<Member>, 'user: message'>>,
  Nothing<TypesBeyond<BlocksOf<'assistant'> | StreamOf<'content_block_start'>['content_block'], ContentBlock>>,
  Nothing<TypesBeyond<BlocksOf<'user'>, ContentBlock>>,
  Nothing<TypesBeyond<StreamOf<'content_block_delta'>['delta'], Delta>>,
  Nothing<Unnamed<Member>>,
]

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
