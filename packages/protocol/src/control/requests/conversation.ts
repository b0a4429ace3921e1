import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

const rewindConversation = {
  target_message_uuid: z.string(),
  /** The newest prompt the person saw. Without it the CLI calls every target but the last one stale. */
  last_seen_user_message_uuid: text,
  interrupt_if_running: flag,
  allow_summarized_target: flag,
  allow_assistant_target: flag,
  expires_at: text,
  refuse_if_usage_limited: flag,
  restore_if_usage_limited: flag,
}

export const RewindConversationResult = z.discriminatedUnion('rewound', [
  loose({
    rewound: z.literal(true),
    targetMessageUuid: text,
    /** What stood in the message that was taken back, to be edited and sent again. */
    prefillText: z.string().nullish(),
    precedingAssistantUuid: z.string().nullish(),
    resolution: z.unknown().optional(),
  }),
  loose({
    rewound: z.literal(false),
    error: text,
    reason: open(
      'commands_queued',
      'prompt_pending',
      'turn_running',
      'target_not_found',
      'stale_target',
      'unseen_later_turn',
      'poll_tool_result_target',
      'target_splits_tool_call',
      'delivered_poll_events_in_range',
      'persist_failed',
      'state_changed',
      'usage_limited',
      'expired',
    ).optional(),
  }),
])
export type RewindConversationResult = z.infer<typeof RewindConversationResult>

const EarlierSideQuestion = loose({ question: z.string(), response: z.string(), fallback_notice: text })

export const conversationRequests = {
  generate_session_title: fromHost(
    'generate_session_title',
    { description: z.string(), persist: flag },
    loose({ title: z.string().nullable() }),
    'declared',
    'Proposes a title for the rename dialog.',
  ),
  side_question: fromHost(
    'side_question',
    { question: z.string(), history: z.array(EarlierSideQuestion).optional() },
    loose({
      response: z.string().nullable(),
      synthetic: flag,
      refusal_fallback: loose({
        original_model: text,
        fallback_model: text,
        content: z.unknown().optional(),
      }).optional(),
    }),
    'declared',
    'Asks something about the conversation without adding to it. It can be cancelled, and reports its progress.',
  ),
  rewind_conversation: fromHost(
    'rewind_conversation',
    rewindConversation,
    RewindConversationResult,
    'declared',
    'Takes the conversation back to a message, so that it can be edited and sent again.',
  ),
  get_plan: fromHost(
    'get_plan',
    {},
    loose({ exists: z.boolean(), content: text, path: text }),
    'declared',
    'Shows the plan of plan mode where the prompt of ExitPlanMode does not hold it.',
  ),
  export_conversation: fromHost(
    'export_conversation',
    {},
    loose({ text: z.string(), default_filename: text }),
    'declared',
    'Not sent by itself: our own export reads the transcript. Passed on when a client asks.',
  ),
} as const
