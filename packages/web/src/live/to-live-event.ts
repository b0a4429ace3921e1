import type { LiveRecord } from '@quarterdeck/contract'
import type { LogRecord } from '@quarterdeck/protocol/pure'
import { type SessionEvent, toEvent, toMessage } from '@quarterdeck/transcript'

/** What a record is to the fold. The server has looked at the message, and says what of it does not fit. */
export function toLiveEvent(record: LiveRecord): SessionEvent {
  const { seq, from, message, faults, isUnread, inputHash } = record
  const isReadable = from !== 'keeper' && isUnread !== true
  const known = isReadable ? toMessage(message as Record<string, unknown>, faults) : null
  if (from !== undefined) return toEvent(record as LogRecord, known, inputHash)
  return known === null
    ? { kind: 'unread', seq, text: JSON.stringify(message) }
    : { kind: 'message', seq, message: known, from: 'cli' }
}

/** A message of an older page, which has no number. */
export function toOlderEvent(raw: Readonly<Record<string, unknown>>): SessionEvent {
  return { kind: 'message', message: toMessage(raw), from: 'cli' }
}
