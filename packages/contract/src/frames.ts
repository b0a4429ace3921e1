import type { LogRecord } from '@quarterdeck/protocol/pure'
import type { ErrorBody } from './error-body.ts'

/** A message with its number, as `GET /api/claude/sessions/:id/subscribe?frames=1` sends it. */
export interface RecordFrame extends Omit<LogRecord, 'at' | 'from'> {
  /** Names the numbers: those of another epoch mean nothing in this one. */
  epoch: string
  /** When it was written, and who wrote it; a line of a transcript has neither. */
  at?: string
  from?: LogRecord['from']
  /** Of a prompt: the hash of the input it asks about, which an answer sends back. */
  inputHash?: string
  /** Fields of the message that the server found in a shape it cannot use. */
  faults?: (string | number)[][]
  /** The message is none of those that this version knows: of a newer CLI, or no JSON at all. */
  isUnread?: true
}

/**
 * Why what follows is not simply what comes next. `other_log`: the numbers that the client knows are of another log. `dropped`: what
 * it asked for is no longer there. `too_slow`: it read so slowly that pieces of what was finished meanwhile are left out.
 */
export type GapReason = 'other_log' | 'dropped' | 'too_slow'

export type SubscribeFrame =
  | RecordFrame
  /** Where it `isAnew`, what the client has counts no longer, and what follows begins from the start, or with the tail it asked for. */
  | { type: 'gap'; reason: GapReason; after: number; lastSeq: number; isAnew: boolean }
  /** Everything that existed has been sent; what follows is live. */
  | { type: 'caught_up'; seq: number }
  /** Something is wrong that no record can tell, such as a full disk; null when it is over. */
  | { type: 'problem'; message: string | null }
  /** What the client sent could not be done. */
  | ({ type: 'error'; commandId?: string } & ErrorBody)

/**
 * The version of what is spoken on `/api/live`. A page of another version is told to reload: whoever adds a field that the other side
 * needs, or sends one that it would refuse, raises this.
 */
export const LIVE_PROTOCOL = 3

/** The largest frame that a client may send; the same as the body of a request. */
export const MAX_FRAME_BYTES = 10 * 1024 * 1024
