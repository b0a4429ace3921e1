import { type Fault, type Message, normalise, withoutField } from '@quarterdeck/protocol/pure'

/** Why the process of a session is gone, as the log keeps it. */
export interface Exit {
  code: number | null
  signal: string | null
  stopped: boolean
  failedToStart?: string
  stderr: string
}

/** What the fold understands: a message, a line it cannot read, the end of the process. */
export type SessionEvent =
  | { kind: 'message'; message: Message }
  | { kind: 'unread'; text: string }
  | { kind: 'exit'; exit: Exit }

/**
 * The message a raw line is, for a place without schemas: whoever checked the line says which of its fields did not fit, and
 * those are left out here as they were there.
 */
export function toMessage(raw: Record<string, unknown>, faults: readonly Fault['path'][] = []): Message {
  return faults.reduce<unknown>(withoutField, normalise(raw)) as Message
}
