import { type LogRecord, parseValue } from '@quarterdeck/protocol'
import { type SessionEvent, toEvent as toSessionEvent } from '@quarterdeck/transcript'
import { findInputHash } from '../../input-hash.ts'

/** What a record means to the fold. */
export function toEvent(record: LogRecord): SessionEvent {
  const line = record.from === 'keeper' ? null : parseValue(record.message, '')
  const message = line?.kind === 'message' ? line.message : null
  return toSessionEvent(record, message, message === null ? undefined : findInputHash(message))
}
