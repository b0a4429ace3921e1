export interface Amounts {
  messages: number
  inputTokens: number
  outputTokens: number
  cacheCreationTokens: number
  cacheReadTokens: number
  costUsd: number
  unpricedMessages: number
  unpricedModels?: string[]
}

export interface UsageItem extends Amounts {
  key: string
  /** Of a session. */
  title?: string
  /** Of a tool. */
  calls?: number
  errors?: number
}

/** As `GET /api/claude/usage` tells it. */
export interface UsageReport {
  items: UsageItem[]
  totals: Amounts
  nextCursor: string | null
  /** Why something may be missing, as a sentence. */
  incomplete: string | null
}
