import type { ExitInfo } from '@quarterdeck/protocol/pure'

/** A frame of `GET /api/claude/sessions/:id/subscribe?frames=1`. */
export type SubscribeFrame =
  /** What the CLI wrote, verbatim. `faults` are the fields that the server found in a shape it cannot use. */
  | { seq: number; epoch: string; message: Record<string, unknown>; faults?: (string | number)[][] }
  /** A line that is no message of this version: of a newer CLI, or no JSON at all. */
  | { seq: number; epoch: string; unread: string }
  | { seq: number; epoch: string; exit: ExitFrame }
  /** The client knows records that are not in this log: what follows begins anew. */
  | { type: 'gap'; after: number; lastSeq: number }
  /** Everything that existed has been sent; what follows is live. */
  | { type: 'caught_up'; seq: number }

export interface ExitFrame {
  code: number | null
  signal: string | null
  stopped: boolean
  failedToStart?: string
  stderr: string
}

/** The same facts as a keeper would give them. */
export function toExitInfo({ code, signal, stopped, failedToStart, stderr }: ExitFrame): ExitInfo {
  const ended = stopped ? 'stopped' : code === 0 ? 'finished' : 'crashed'
  return {
    kind: failedToStart === undefined ? ended : 'failed_to_start',
    code,
    signal,
    forced: false,
    inTurn: false,
    ...(failedToStart === undefined ? {} : { reason: failedToStart }),
    stderr,
  }
}

/** Browsers cannot send a header with a WebSocket; the token travels as one of the offered subprotocols. */
export const SOCKET_PROTOCOL = 'quarterdeck.v1'
export const BEARER_PROTOCOL_PREFIX = 'quarterdeck.bearer.'
