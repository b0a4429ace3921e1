import { toCost, type Usage } from '@quarterdeck/protocol'

/** What a set of API messages used, each counted once. */
export interface Tally {
  messages: number
  inputTokens: number
  outputTokens: number
  cacheWrite5mTokens: number
  cacheWrite1hTokens: number
  cacheReadTokens: number
  webSearches: number
  /** Of the messages whose model has a price. */
  usd: number
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
    usd: 0,
    unpricedMessages: 0,
  }
}

export function toTally(usage: Usage, model: string): Tally {
  const cost = toCost(usage, model)
  const written = usage.cache_creation_input_tokens ?? 0
  const forAnHour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  return {
    messages: 1,
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheWrite5mTokens: written - forAnHour,
    cacheWrite1hTokens: forAnHour,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    webSearches: usage.server_tool_use?.web_search_requests ?? 0,
    usd: 'usd' in cost ? cost.usd : 0,
    unpricedMessages: 'usd' in cost ? 0 : 1,
  }
}

export function addTally(sum: Tally, more: Tally): void {
  for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += more[key]
}

/** The tally of one name, made when it is first asked for. */
export function tallyOf(tallies: Record<string, Tally>, name: string): Tally {
  tallies[name] ??= createTally()
  return tallies[name]
}
