import type { Tokens } from './usage.ts'

/** A turn: from a prompt, or from a background task or timer that woke Claude, to its result. */
export interface Turn {
  readonly status: 'running' | 'done' | 'failed' | 'stopped'
  /** It began with a prompt of a person, or by itself. */
  readonly origin: 'prompt' | 'self'
  /** The uuid of the prompt. */
  readonly prompt?: string
  readonly startedAt?: string
  readonly endedAt?: string
  /** The `subtype` of its result, and why it ended where that is no success. */
  readonly outcome?: string
  readonly reason?: string
  /** This turn's share of the session's cost. */
  readonly costUsd: number
  readonly durationMs?: number
  readonly apiMs?: number
  /** How long it waited for a person. */
  readonly waitedMs: number
  readonly steps?: number
  readonly tokens?: Tokens
  readonly denials: readonly { readonly toolName: string; readonly toolUseId: string }[]
  /** The CLI has begun with this turn. */
  readonly hasBegun: boolean
  /** Claude or a local command has written something in this turn. */
  readonly hasOutput: boolean
}
