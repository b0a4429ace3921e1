import type { LogRecord } from '@quarterdeck/protocol/pure'

/** A record of the session's log, as `GET /api/claude/sessions/:id/subscribe?frames=1` sends it. */
export interface RecordFrame extends LogRecord {
  /** Names the log: numbers of another epoch mean nothing in this one. */
  epoch: string
  /** Of a prompt: the hash of the input it asks about, which an answer sends back. */
  inputHash?: string
  /** Fields of the message that the server found in a shape it cannot use. */
  faults?: (string | number)[][]
  /** The message is none of those that this version knows: of a newer CLI, or no JSON at all. */
  isUnread?: true
}

export type SubscribeFrame =
  | RecordFrame
  /** The client knows records that are not in this log: what follows begins anew. */
  | { type: 'gap'; after: number; lastSeq: number }
  /** Everything that existed has been sent; what follows is live. */
  | { type: 'caught_up'; seq: number }
  /** Something is wrong that no record can tell, such as a full disk; null when it is over. */
  | { type: 'problem'; message: string | null }

/** The version of what is spoken on `/api/live`. A page of another version is told to reload. */
export const LIVE_PROTOCOL = 1
