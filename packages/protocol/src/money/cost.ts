import type { Usage } from '../usage.ts'
import { findPrice, type Price, type TokenPrices } from './prices.ts'

/** At list prices. What an account really pays may be less: a subscription, a contract, a cloud's own prices. */
export type Cost = { usd: number } | { unknownModel: string }

/** The usage of one request: a sum of several could not tell which of them had a long prompt. */
type RequestUsage = Usage & { inference_geo?: string | null }

const MILLION = 1_000_000
const US_ONLY_FACTOR = 1.1

export function toCost(usage: RequestUsage, modelId: string): Cost {
  const price = findPrice(modelId)
  if (price === null) return { unknownModel: modelId }

  const input = toCount(usage.input_tokens)
  const cacheRead = toCount(usage.cache_read_input_tokens)
  const cacheWrite = toCacheWrite(usage)
  const tier = chooseTier(price, usage.speed, input + cacheRead + cacheWrite.fiveMinutes + cacheWrite.oneHour)
  const tokens =
    (input / MILLION) * tier.input +
    (toCount(usage.output_tokens) / MILLION) * tier.output +
    (cacheRead / MILLION) * tier.cacheRead +
    (cacheWrite.fiveMinutes / MILLION) * tier.cacheWrite5m +
    (cacheWrite.oneHour / MILLION) * tier.cacheWrite1h
  const searches = (toCount(usage.server_tool_use?.web_search_requests) / 1000) * price.webSearchPerThousand
  return { usd: tokens * (usage.inference_geo === 'us' ? US_ONLY_FACTOR : 1) + searches }
}

function chooseTier(price: Price, speed: string | null | undefined, promptTokens: number): TokenPrices {
  if (speed === 'fast' && price.fast !== undefined) return price.fast
  if (price.longPrompt !== undefined && promptTokens > price.longPrompt.aboveTokens) return price.longPrompt
  return price
}

/** What a split does not name was written for five minutes; where split and total disagree, the CLI goes by the total. */
function toCacheWrite(usage: Usage): { fiveMinutes: number; oneHour: number } {
  const fiveMinutes = toCount(usage.cache_creation?.ephemeral_5m_input_tokens)
  const oneHour = toCount(usage.cache_creation?.ephemeral_1h_input_tokens)
  if (typeof usage.cache_creation_input_tokens !== 'number') return { fiveMinutes, oneHour }
  const total = toCount(usage.cache_creation_input_tokens)
  const forAnHour = Math.min(oneHour, total)
  return { fiveMinutes: total - forAnHour, oneHour: forAnHour }
}

/** The counts are the CLI's: a broken one must not turn a whole day's sum into NaN. */
function toCount(count: number | null | undefined): number {
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : 0
}
