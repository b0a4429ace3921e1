import type { ControlRequests, ControlSubtype, controlRequests } from '@quarterdeck/protocol'

/** What came of a request to the CLI. */
export type ControlOutcome<R> =
  | { kind: 'ok'; response: R }
  /** This CLI does not know the request. */
  | { kind: 'unsupported' }
  /** The CLI, or the keeper, said no. */
  | { kind: 'refused'; error: string; code?: string }
  /** No answer in time. What was asked may still happen. */
  | { kind: 'timed_out'; afterMs: number }
  /** The caller gave it up. */
  | { kind: 'cancelled' }
  /** The process ended, or there was none. */
  | { kind: 'ended' }

/** What a host can ask of the CLI. */
export type HostSubtype =
  | { [S in ControlSubtype]: (typeof controlRequests)[S]['direction'] extends 'from-host' ? S : never }[ControlSubtype]
  | 'mcp_message'

export type HostRequestBody<S extends HostSubtype> = Omit<ControlRequests[S]['request'], 'subtype'>

export type HostOutcome<S extends HostSubtype> = ControlOutcome<ControlRequests[S]['response']>

export interface RequestOptions {
  /** Gives the request up: the CLI is told, where it can be. */
  signal?: AbortSignal
  /** Instead of the limit that the subtype has. */
  timeoutMs?: number
}
