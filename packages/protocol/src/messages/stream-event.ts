import { z } from 'zod'
import { entry, loose } from '../lines/define.ts'
import { streamEvents } from '../stream-events.ts'
import { cause, identity } from './fields.ts'

function streamEvent<S extends z.ZodType>(event: S) {
  return loose({
    type: z.literal('stream_event'),
    ...identity,
    ...cause,
    event,
    agent_id: z.string().optional(),
    api_message_id: z.string().optional(),
    ttft_ms: z.number().optional(),
    thinking_display: z.string().optional(),
    resume_reason: z.string().optional(),
  })
}

const MESSAGE = 'Opens, updates or closes the draft of an assistant message.'

export const streamEventEntries = {
  'stream_event/message_start': entry(streamEvent(streamEvents.message_start), 'documented', ['stdout'], MESSAGE),
  'stream_event/content_block_start': entry(
    streamEvent(streamEvents.content_block_start),
    'documented',
    ['stdout'],
    'Opens a block of the draft: text, thinking or a tool call.',
  ),
  'stream_event/content_block_delta': entry(
    streamEvent(streamEvents.content_block_delta),
    'documented',
    ['stdout'],
    'Grows the open block: text, thinking or tool input as partial JSON. The final assistant frame replaces it.',
  ),
  'stream_event/content_block_stop': entry(
    streamEvent(streamEvents.content_block_stop),
    'documented',
    ['stdout'],
    'Closes the block; it comes after the assistant frame of that block.',
  ),
  'stream_event/message_delta': entry(streamEvent(streamEvents.message_delta), 'documented', ['stdout'], MESSAGE),
  'stream_event/message_stop': entry(streamEvent(streamEvents.message_stop), 'documented', ['stdout'], MESSAGE),
  'stream_event/ping': entry(streamEvent(streamEvents.ping), 'published', ['stdout'], 'A sign of life of the API.'),
} as const

export type StreamEvent = z.infer<(typeof streamEventEntries)[keyof typeof streamEventEntries]['schema']>
