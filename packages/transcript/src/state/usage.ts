/** Token counts of a message, or a sum of them. */
export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheWrite: number
  readonly cacheRead: number
}

export interface Usage {
  /** Cost of the session so far, as the CLI counts it. */
  readonly costUsd: number
  /** The CLI's own running total, from which the next turn's share is taken. */
  readonly lastTotalUsd: number
  /** Every API message counted once. */
  readonly tokens: Tokens
  /** The CLI's own totals by model, of the process that runs. */
  readonly byModel: Readonly<Record<string, unknown>>
  /** Tokens in the context, as of the newest message. */
  readonly contextTokens: number
  /** Size of the context window, once the CLI has said it. */
  readonly contextWindow: number | null
  /** Thinking so far, of the message that is being written. */
  readonly thinkingTokens: number | null
}

export const noTokens: Tokens = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }

export const nothingUsed: Usage = {
  costUsd: 0,
  lastTotalUsd: 0,
  tokens: noTokens,
  byModel: {},
  contextTokens: 0,
  contextWindow: null,
  thinkingTokens: null,
}
