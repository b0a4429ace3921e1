import type { Usage } from '@quarterdeck/protocol'
import { toCost } from '@quarterdeck/protocol/pure'

/** The system prompt and the tools, which every request brings along. */
const BASE_TOKENS = 14_000
const CONTEXT_WINDOW = 200_000

interface Totals {
  inputTokens: number
  outputTokens: number
  cacheReadInputTokens: number
  cacheCreationInputTokens: number
  webSearchRequests: number
  costUSD: number
  contextWindow: number
  maxOutputTokens: number
}

/** Counts made-up tokens: about four letters each, all but the newest of a conversation read from the cache. */
export class UsageMeter {
  #context = BASE_TOKENS
  #unread = 0
  #turn = emptyUsage()
  #totalCostUsd: number
  readonly #models = new Map<string, Totals>()

  constructor(totalCostUsd = 0) {
    this.#totalCostUsd = totalCostUsd
  }

  get contextTokens(): number {
    return this.#context + this.#unread
  }

  get contextWindow(): number {
    return CONTEXT_WINDOW
  }

  get totalCostUsd(): number {
    return this.#totalCostUsd
  }

  get turnUsage(): Usage {
    return { ...this.#turn, service_tier: 'standard' }
  }

  get modelUsage(): Record<string, Totals> {
    return Object.fromEntries(this.#models)
  }

  beginTurn(): void {
    this.#turn = emptyUsage()
  }

  /** What the model will read with its next message. */
  read(text: string): void {
    this.#unread += toTokens(text)
  }

  /** The usage of one message of the model. */
  count(model: string, output: string): ReturnType<typeof emptyUsage> {
    const usage = emptyUsage()
    usage.input_tokens = 4
    usage.cache_creation_input_tokens = this.#unread
    usage.cache_read_input_tokens = this.#context
    usage.output_tokens = toTokens(output)
    this.#context += this.#unread + usage.output_tokens
    this.#unread = 0
    this.#add(model, usage)
    return usage
  }

  /** The conversation was summed up. */
  compact(summary: string): { before: number; after: number } {
    const before = this.contextTokens
    this.#context = BASE_TOKENS + toTokens(summary)
    this.#unread = 0
    return { before, after: this.#context }
  }

  clear(): void {
    this.#context = BASE_TOKENS
    this.#totalCostUsd = 0
    this.#models.clear()
  }

  #add(model: string, usage: ReturnType<typeof emptyUsage>): void {
    const cost = toCost(usage, model)
    const usd = 'usd' in cost ? cost.usd : 0
    this.#totalCostUsd += usd
    for (const name of Object.keys(usage) as (keyof typeof usage)[]) this.#turn[name] += usage[name]
    const totals = this.#models.get(model) ?? emptyTotals()
    totals.inputTokens += usage.input_tokens
    totals.outputTokens += usage.output_tokens
    totals.cacheReadInputTokens += usage.cache_read_input_tokens
    totals.cacheCreationInputTokens += usage.cache_creation_input_tokens
    totals.costUSD += usd
    this.#models.set(model, totals)
  }
}

function toTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

function emptyUsage() {
  return { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
}

function emptyTotals(): Totals {
  return {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    webSearchRequests: 0,
    costUSD: 0,
    contextWindow: CONTEXT_WINDOW,
    maxOutputTokens: 64_000,
  }
}
