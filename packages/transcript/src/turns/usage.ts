import type { Message } from '@quarterdeck/protocol/pure'
import type { SessionState } from '../state/session-state.ts'

/** Token counts; of a message, or summed. */
export interface Tokens {
  input: number
  output: number
  cacheWrite: number
  cacheRead: number
}

export interface Usage {
  /** What the session cost so far, as the CLI counts it. */
  costUsd: number
  /** The CLI's own running total, from which the next turn's share is taken. */
  lastTotalUsd: number
  /** Every API message counted once. */
  tokens: Tokens
  /** The CLI's own totals by model, of the process that runs. */
  byModel: Readonly<Record<string, unknown>>
  /** How much of the window the newest message took. */
  contextTokens: number
  /** What the CLI says of the window, where it does. */
  contextWindow: number | null
  /** Thinking so far, of the message that is being written. */
  thinkingTokens: number | null
}

const noTokens: Tokens = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }

export const nothingUsed: Usage = {
  costUsd: 0,
  lastTotalUsd: 0,
  tokens: noTokens,
  byModel: {},
  contextTokens: 0,
  contextWindow: null,
  thinkingTokens: null,
}

interface ApiUsage {
  input_tokens?: number | null | undefined
  output_tokens?: number | null | undefined
  cache_creation_input_tokens?: number | null | undefined
  cache_read_input_tokens?: number | null | undefined
}

export function toTokens(usage: ApiUsage): Tokens {
  return {
    input: toCount(usage.input_tokens),
    output: toCount(usage.output_tokens),
    cacheWrite: toCount(usage.cache_creation_input_tokens),
    cacheRead: toCount(usage.cache_read_input_tokens),
  }
}

/** A frame repeats the counts of its message, and the last one has them whole. */
export function mergeTokens(before: Tokens | undefined, now: Tokens): Tokens {
  if (before === undefined) return now
  return {
    input: Math.max(before.input, now.input),
    output: Math.max(before.output, now.output),
    cacheWrite: Math.max(before.cacheWrite, now.cacheWrite),
    cacheRead: Math.max(before.cacheRead, now.cacheRead),
  }
}

export function addTokens(sum: Tokens, more: Tokens, less: Tokens = noTokens): Tokens {
  return {
    input: sum.input + more.input - less.input,
    output: sum.output + more.output - less.output,
    cacheWrite: sum.cacheWrite + more.cacheWrite - less.cacheWrite,
    cacheRead: sum.cacheRead + more.cacheRead - less.cacheRead,
  }
}

export function totalTokens(tokens: Tokens): number {
  return tokens.input + tokens.output + tokens.cacheWrite + tokens.cacheRead
}

/** The counts are the CLI's: a broken one must not turn a sum into NaN. */
function toCount(count: number | null | undefined): number {
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : 0
}

/** A message's counts have changed: the sums follow, and the window, if it is the conversation's own. */
export function countTokens(
  usage: Usage,
  { before, now, isMain }: { before: Tokens | undefined; now: Tokens; isMain: boolean },
): Usage {
  const tokens = addTokens(usage.tokens, now, before)
  return { ...usage, tokens, contextTokens: isMain ? totalTokens(now) : usage.contextTokens }
}

type Result = Extract<Message, { type: 'result' }>

/**
 * The turn's share of the cost. The CLI's total grows over its process; a resumed one may go on with it or begin anew, which shows
 * in its being less than the last one.
 */
export function applyCost(state: SessionState, result: Result): number {
  const { usage } = state
  const total = result.total_cost_usd
  const byModel = result.modelUsage ?? usage.byModel
  const window = toWindow(byModel, state.about.model)
  state.usage = { ...usage, byModel, contextWindow: window ?? usage.contextWindow }
  if (typeof total !== 'number' || !Number.isFinite(total)) return 0
  const costUsd = total >= usage.lastTotalUsd ? total - usage.lastTotalUsd : total
  state.usage.costUsd += costUsd
  state.usage.lastTotalUsd = total
  return costUsd
}

/**
 * What the CLI noted on disk when it ended: the total that a resume, or a fork, goes on with. A process that was killed has noted
 * less than it told us.
 */
export function applyCostState(state: SessionState, totalUsd: number): SessionState {
  state.usage = { ...state.usage, costUsd: Math.max(state.usage.costUsd, totalUsd), lastTotalUsd: totalUsd }
  return state
}

/** `/clear`: the CLI counts from nothing. */
export function clearUsage(state: SessionState): SessionState {
  state.usage = { ...nothingUsed, contextWindow: state.usage.contextWindow }
  return state
}

/** The window of the model that speaks, not the largest of those that helpers used. */
function toWindow(byModel: Usage['byModel'], model: string | undefined): number | undefined {
  const windowOf = (usage: unknown) => (usage as { contextWindow?: unknown } | undefined)?.contextWindow
  const window = windowOf(byModel[model ?? '']) ?? Object.values(byModel).map(windowOf).find(Boolean)
  return typeof window === 'number' && window > 0 ? window : undefined
}

const LONG_WINDOW = 1_000_000

/** How full the context is. How large it is, the CLI says when the first turn ends; before that only a model's name may tell it. */
export function toContext(state: SessionState): { usedTokens: number; windowTokens: number | null } {
  const { contextTokens, contextWindow } = state.usage
  const named = /\[1m\]$/.test(state.about.model ?? '') ? LONG_WINDOW : null
  return { usedTokens: contextTokens, windowTokens: contextWindow ?? named }
}
