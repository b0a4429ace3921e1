import { type Fault, type KeeperMessage, type LogRecord, type Message, parseValue } from '@quarterdeck/protocol'

interface Place {
  /** The record it stands in, and when that was written. */
  seq: number
  at: string
}

/** One thing that happened in a session, in order. Nothing the CLI writes is left out. */
export type SessionItem = Place &
  (
    | {
        kind: 'message'
        /** What a host wrote comes once, as the host's: the CLI's echo of it is left out. */
        from: 'cli' | 'host'
        message: Message
        /** Fields that did not fit and were left out of `message`. */
        faults: readonly Fault[]
        /** As it was written. */
        raw: unknown
        /** Its long texts are cut short; the whole line is in this file of the keeper's folder. */
        large?: NonNullable<LogRecord['large']>
      }
    /** Of a newer CLI: a type we do not know, or a known one in a shape we cannot read. */
    | { kind: 'unknown'; from: 'cli' | 'host'; type: string; subtype: string | undefined; raw: unknown }
    /** No JSON object with a type. */
    | { kind: 'malformed'; text: string; problem: string }
    /** A line too long to keep. */
    | { kind: 'oversize'; bytes: number }
    /** What became of the process, the queue, the session's id. */
    | { kind: 'session'; message: KeeperMessage }
    /** What lies before `seq` is no longer in the log. */
    | { kind: 'gap' }
  )

/** What a record is to a host; null for what only the driver needs. */
export function toItem(record: LogRecord): SessionItem | null {
  const { seq, at, from, message } = record
  if (from === 'keeper') return toKeeperItem({ seq, at }, message as KeeperMessage)
  const line = parseValue(message, '')
  switch (line.kind) {
    case 'message': {
      const large = record.large === undefined ? {} : { large: record.large }
      return { seq, at, kind: 'message', from, message: line.message, faults: line.faults, raw: message, ...large }
    }
    case 'unknown':
      return { seq, at, kind: 'unknown', from, type: line.type, subtype: line.subtype, raw: message }
    case 'malformed':
      return { seq, at, kind: 'malformed', text: JSON.stringify(message), problem: line.problem }
  }
}

function toKeeperItem(place: Place, message: KeeperMessage): SessionItem | null {
  switch (message.subtype) {
    case 'unread':
      return { ...place, kind: 'malformed', text: message.text, problem: 'The line is not JSON' }
    case 'oversize':
      return { ...place, kind: 'oversize', bytes: message.bytes }
    case 'snapshot':
      return null
    default:
      return { ...place, kind: 'session', message }
  }
}
