import { z } from 'zod'
import { ContentBlock } from './lines/blocks.ts'
import { byWord } from './lines/by-word.ts'
import { loose, open } from './lines/define.ts'
import { Usage } from './usage.ts'

export const TextDelta = loose({ type: z.literal('text_delta'), text: z.string() })
export const InputJsonDelta = loose({ type: z.literal('input_json_delta'), partial_json: z.string() })
export const ThinkingDelta = loose({
  type: z.literal('thinking_delta'),
  thinking: z.string(),
  estimated_tokens: z.number().nullish(),
})
export const SignatureDelta = loose({ type: z.literal('signature_delta'), signature: z.string() })
export const CitationsDelta = loose({ type: z.literal('citations_delta'), citation: z.unknown() })

export const CompactionDelta = loose({ type: z.literal('compaction_delta'), content: z.string().nullish() })

export const deltas = {
  text_delta: TextDelta,
  input_json_delta: InputJsonDelta,
  thinking_delta: ThinkingDelta,
  signature_delta: SignatureDelta,
  citations_delta: CitationsDelta,
  compaction_delta: CompactionDelta,
} as const

/** A piece of a block. A newer CLI may send other types: every `switch` on `type` needs a default. */
export type Delta = z.infer<(typeof deltas)[keyof typeof deltas]>

/** The field of each delta that grows the block, for the check that skips the schema. */
const DELTA_TEXT: Readonly<Record<string, string>> = {
  text_delta: 'text',
  input_json_delta: 'partial_json',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
}

const StopReason = open('end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'pause_turn', 'refusal').nullish()

export const streamEvents = {
  message_start: loose({
    type: z.literal('message_start'),
    message: loose({
      id: z.string(),
      type: z.string().optional(),
      content: z.array(ContentBlock).optional(),
      role: z.string().optional(),
      model: z.string().optional(),
      stop_reason: StopReason,
      usage: Usage.nullish(),
    }),
  }),
  content_block_start: loose({
    type: z.literal('content_block_start'),
    index: z.number(),
    content_block: ContentBlock,
  }),
  content_block_delta: loose({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: byWord<Delta>('type', deltas),
  }),
  content_block_stop: loose({ type: z.literal('content_block_stop'), index: z.number() }),
  message_delta: loose({
    type: z.literal('message_delta'),
    delta: loose({ stop_reason: StopReason, stop_sequence: z.string().nullish() }),
    usage: Usage.nullish(),
  }),
  message_stop: loose({ type: z.literal('message_stop') }),
  ping: loose({ type: z.literal('ping') }),
} as const

export type StreamEventBody = z.infer<(typeof streamEvents)[keyof typeof streamEvents]>

/**
 * Most lines of a busy session are deltas. This says, without a schema, that a value is a well-formed one; `false` only means
 * that the schema has to look.
 */
export function isPlainDelta(message: Record<string, unknown>): boolean {
  const event = message.event as { type?: unknown; index?: unknown; delta?: Record<string, unknown> } | null | undefined
  if (event?.type !== 'content_block_delta' || typeof event.index !== 'number') return false
  const field = DELTA_TEXT[event.delta?.type as string]
  return field !== undefined && typeof event.delta?.[field] === 'string'
}
