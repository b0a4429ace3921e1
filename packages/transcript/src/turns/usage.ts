import type { Message } from '@quarterdeck/protocol/pure'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { noTokens, nothingUsed, type Tokens, type Usage } from '../state/usage.ts'

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

/** Each frame repeats the token counts of its message; the last frame has the full counts. */
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

/** A count that is no number must not turn a sum into NaN. */
function toCount(count: number | null | undefined): number {
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : 0
}

/** Usage after the token counts of a message changed. Only messages of the main lane fill the context. */
export function countTokens(
  usage: Usage,
  { before, now, isMain }: { before: Tokens | undefined; now: Tokens; isMain: boolean },
): Usage {
  const tokens = addTokens(usage.tokens, now, before)
  return { ...usage, tokens, contextTokens: isMain ? totalTokens(now) : usage.contextTokens }
}

type Result = Extract<Message, { type: 'result' }>

/**
 * The turn's share of the cost, and the usage that includes it. The CLI's total grows as long as its process runs; a resumed process goes
 * on with the total or begins at zero, which shows in a total that is less than the last one.
 */
export function toTurnCost(state: SessionState, result: Result): { costUsd: number; usage: Usage } {
  const { usage } = state
  const total = result.total_cost_usd
  const byModel = result.modelUsage ?? usage.byModel
  const window = toWindow(byModel, state.about.model)
  const next = { ...usage, byModel, contextWindow: window ?? usage.contextWindow }
  if (typeof total !== 'number' || !Number.isFinite(total)) return { costUsd: 0, usage: next }
  const costUsd = total >= usage.lastTotalUsd ? total - usage.lastTotalUsd : total
  next.costUsd += costUsd
  next.lastTotalUsd = total
  return { costUsd, usage: next }
}

/**
 * The total cost that the CLI wrote to disk, from which a resume or a fork goes on. A process that was killed wrote less than its last
 * `result` said.
 */
export function applyCostState(draft: SessionDraft, totalUsd: number): void {
  draft.usage = { ...draft.usage, costUsd: Math.max(draft.usage.costUsd, totalUsd), lastTotalUsd: totalUsd }
}

/** After `/clear` the CLI counts from zero. */
export function clearUsage(draft: SessionDraft): void {
  draft.usage = { ...nothingUsed, contextWindow: draft.usage.contextWindow }
}

/** The context window of the session's model, not of the models that its helpers used. */
function toWindow(byModel: Usage['byModel'], model: string | undefined): number | undefined {
  const windowOf = (usage: unknown) => (usage as { contextWindow?: unknown } | undefined)?.contextWindow
  const window = windowOf(byModel[model ?? '']) ?? Object.values(byModel).map(windowOf).find(Boolean)
  return typeof window === 'number' && window > 0 ? window : undefined
}

const LONG_WINDOW = 1_000_000

/** How full the context is. The CLI sends the window's size with the first `result`; until then only a model's name may tell it. */
export function toContext(state: SessionState): { usedTokens: number; windowTokens: number | null } {
  const { contextTokens, contextWindow } = state.usage
  const named = /\[1m\]$/.test(state.about.model ?? '') ? LONG_WINDOW : null
  return { usedTokens: contextTokens, windowTokens: contextWindow ?? named }
}
