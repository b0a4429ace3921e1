import type { SessionEvent } from './session-event.ts'

/**
 * The events that are needed to fold a state again, behind older ones that were loaded since: all but the stream events of messages that
 * came in full or were given up. Those are most of the events of a live session.
 */
export function forgetDrafts(events: readonly SessionEvent[]): SessionEvent[] {
  const pieces = new Map<string, SessionEvent[]>()
  const forgotten = new Set<SessionEvent>()
  for (const event of events) {
    if (event.kind !== 'message') continue
    const { message } = event
    // A message that was half written when its turn ended never comes in full: its events are needed.
    if (message.type === 'result') pieces.clear()
    if (message.type !== 'stream_event') continue
    const lane = message.parent_tool_use_id ?? ''
    switch (message.event.type) {
      case 'message_start':
      case 'message_stop':
        for (const piece of pieces.get(lane) ?? []) forgotten.add(piece)
        pieces.delete(lane)
        break
      case 'content_block_start':
      case 'content_block_delta':
      case 'content_block_stop':
        if (pieces.has(lane)) pieces.get(lane)?.push(event)
        else pieces.set(lane, [event])
    }
  }
  return events.filter((event) => !forgotten.has(event))
}
