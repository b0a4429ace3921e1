import { type LogRecord, parseValue } from '@quarterdeck/protocol'
import { type SessionEvent, toEvent as toSessionEvent } from '@quarterdeck/transcript'

/** What a record means to the fold. */
export function toEvent(record: LogRecord): SessionEvent {
  const line = record.from === 'keeper' ? null : parseValue(record.message, '')
  return toSessionEvent(record, line?.kind === 'message' ? line.message : null)
}
