import type { SessionEvent } from './session-event.ts'

/**
 * What must be kept of the events of a state to fold them again, behind older ones that were loaded since: all but the pieces of
 * messages that came in full, or were given up. They are most of what a live session says.
 */
export function forgetDrafts(events: readonly SessionEvent[]): SessionEvent[] {
  const pieces = new Map<string, SessionEvent[]>()
  const forgotten = new Set<SessionEvent>()
  for (const event of events) {
    if (event.kind !== 'message') continue
    const { message } = event
    // What was half written when a turn ended is all that there is of it.
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
