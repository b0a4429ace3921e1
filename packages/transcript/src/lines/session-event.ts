import {
  type Fault,
  type KeeperMessage,
  type LogRecord,
  type Message,
  normalise,
  withoutField,
} from '@quarterdeck/protocol/pure'

/** What the fold understands. Times come with it, or with the line of a transcript: the fold has no clock. */
export type SessionEvent = {
  /** Its number in the log: what has been folded is not folded again. */
  seq?: number
  at?: string
} & (
  | {
      kind: 'message'
      message: Message
      /** Who wrote it: the CLI, or a host on its stdin. */
      from?: 'cli' | 'host'
      /** Who told the host to, in the host's own words. */
      by?: string
      /** The server's hash of the input that a prompt asks about. */
      inputHash?: string
    }
  /** A line that this version cannot read. */
  | { kind: 'unread'; text: string }
  | { kind: 'keeper'; message: KeeperMessage }
  /** What a todo file of the data directory holds. */
  | { kind: 'todos'; todos: unknown }
  /** No process has the session open: what its transcript left open is over. Only a host can know that. */
  | { kind: 'unheld' }
)

export type MessageEvent = Extract<SessionEvent, { kind: 'message' }>

/**
 * The event a record of the log is. `message` is its line as `parseLine` understood it, or null where it did not; a record of the
 * keeper needs none.
 */
export function toEvent(record: LogRecord, message: Message | null, inputHash?: string): SessionEvent {
  const { at, seq } = record
  if (record.from === 'keeper') return { kind: 'keeper', message: record.message as KeeperMessage, at, seq }
  if (message === null) return { kind: 'unread', text: toText(record.message), at, seq }
  return {
    kind: 'message',
    message,
    at,
    seq,
    from: record.from,
    ...(record.by === undefined ? {} : { by: record.by }),
    ...(inputHash === undefined ? {} : { inputHash }),
  }
}

function toText(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message)
}

/**
 * The message a raw line is, for a place without schemas: whoever checked the line says which of its fields did not fit, and
 * those are left out here as they were there.
 */
export function toMessage(raw: Record<string, unknown>, faults: readonly Fault['path'][] = []): Message {
  return faults.reduce<unknown>(withoutField, normalise(raw)) as Message
}
