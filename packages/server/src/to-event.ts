import { type KeeperMessage, type LogRecord, parseValue } from '@quarterdeck/protocol'
import type { SessionEvent } from '@quarterdeck/transcript'

/** What a record means to the fold. */
export function toEvent(record: LogRecord): SessionEvent[] {
  if (record.from === 'keeper') return toKeeperEvent(record.message as KeeperMessage)
  const line = parseValue(record.message, '')
  return line.kind === 'message'
    ? [{ kind: 'message', message: line.message }]
    : [{ kind: 'unread', text: JSON.stringify(record.message) }]
}

function toKeeperEvent(message: KeeperMessage): SessionEvent[] {
  switch (message.subtype) {
    case 'exited': {
      const { kind, code, signal, reason, stderr } = message.exit
      const failure = kind === 'failed_to_start' && reason !== undefined ? { failedToStart: reason } : {}
      return [{ kind: 'exit', exit: { code, signal, stopped: kind === 'stopped', stderr, ...failure } }]
    }
    case 'unread':
      return [{ kind: 'unread', text: message.text }]
    case 'oversize':
      return [{ kind: 'unread', text: `(a line of ${message.bytes} bytes)` }]
    default:
      return []
  }
}
