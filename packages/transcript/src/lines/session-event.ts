import {
  type Fault,
  type KeeperMessage,
  type LogRecord,
  type Message,
  normalise,
  withoutField,
} from '@quarterdeck/protocol/pure'

/** An event that the fold understands. Times come with it, or with the line of a transcript: the fold has no clock. */
export type SessionEvent = {
  /** Its number in the log: a record that has been folded is not folded again. */
  seq?: number
  at?: string
} & (
  | {
      kind: 'message'
      message: Message
      /** Who wrote the message: the CLI, or a host on the CLI's stdin. */
      from?: 'cli' | 'host'
      /** The person or device that told the host to write it, as the host names them. */
      by?: string
      /** The server's hash of the input that an approval is about. */
      inputHash?: string
    }
  /** A line that this version cannot read. */
  | { kind: 'unread'; text: string }
  | { kind: 'keeper'; message: KeeperMessage }
  /** The content of a todo file of the data directory. */
  | { kind: 'todos'; todos: unknown }
  /** No process has the session open: calls, tasks and the turn that its transcript left open are over. Only a host can know that. */
  | { kind: 'unheld' }
)

export type MessageEvent = Extract<SessionEvent, { kind: 'message' }>

/** Makes the event of a log record. `message` is its line as `parseLine` read it, or null where it could not; keeper records need none. */
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
 * Makes the message of a raw line without schemas, as the page does. `faults` are the fields that did not fit when the server checked the
 * line: they are left out here as they were there.
 */
export function toMessage(raw: Record<string, unknown>, faults: readonly Fault['path'][] = []): Message {
  return faults.reduce<unknown>(withoutField, normalise(raw)) as Message
}
