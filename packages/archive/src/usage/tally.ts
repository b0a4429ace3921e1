/** What a set of API messages used, each counted once. */
export interface Tally {
  messages: number
  inputTokens: number
  outputTokens: number
  cacheWrite5mTokens: number
  cacheWrite1hTokens: number
  cacheReadTokens: number
  webSearches: number
  /** At list prices, of the messages whose model has one. */
  costUsd: number
  unpricedMessages: number
}

export function createTally(): Tally {
  return {
    messages: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    cacheReadTokens: 0,
    webSearches: 0,
    costUsd: 0,
    unpricedMessages: 0,
  }
}

/** A row of the index. */
export interface UsageRow {
  messages: number
  input: number
  output: number
  write5m: number
  write1h: number
  read: number
  searches: number
  usd: number
  unpriced: number
}

export function addRow(tally: Tally, row: UsageRow): void {
  tally.messages += row.messages
  tally.inputTokens += row.input
  tally.outputTokens += row.output
  tally.cacheWrite5mTokens += row.write5m
  tally.cacheWrite1hTokens += row.write1h
  tally.cacheReadTokens += row.read
  tally.webSearches += row.searches
  tally.costUsd += row.usd
  tally.unpricedMessages += row.unpriced
}
