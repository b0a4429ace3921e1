/** US dollars per million tokens. */
export interface TokenPrices {
  input: number
  output: number
  /** Written to the cache for five minutes. */
  cacheWrite5m: number
  /** Written to the cache for an hour. */
  cacheWrite1h: number
  cacheRead: number
}

export interface Price extends TokenPrices {
  /** The id without a date, a provider or a window: `claude-sonnet-4-5`. */
  model: string
  /** US dollars. */
  webSearchPerThousand: number
  /** For the whole request, when its prompt (fresh, cached and written tokens together) is longer than this. */
  longPrompt?: TokenPrices & { aboveTokens: number }
  /** For a request that ran in fast mode. */
  fast?: TokenPrices
}

/** The day on which the list prices below were last compared with the current CLI's own and with the published ones. */
export const pricesAsOf = '2026-11-15'

const WEB_SEARCH_PER_THOUSAND = 10

const at2And10 = { input: 2, output: 10, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2 }
const at3And15 = { input: 3, output: 15, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3 }
const at4And20 = { input: 4, output: 20, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2 }
const at5And25 = { input: 5, output: 25, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5 }
const at8And40 = { input: 8, output: 40, cacheWrite5m: 10, cacheWrite1h: 16, cacheRead: 0.2 }
const at10And50 = { input: 10, output: 50, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1 }
const at15And75 = { input: 15, output: 75, cacheWrite5m: 18.75, cacheWrite1h: 30, cacheRead: 1.5 }
const at16And80 = { input: 16, output: 80, cacheWrite5m: 20, cacheWrite1h: 32, cacheRead: 0.4 }
const at30And150 = { input: 30, output: 150, cacheWrite5m: 37.5, cacheWrite1h: 60, cacheRead: 3 }

const haiku3 = { input: 0.25, output: 1.25, cacheWrite5m: 0.3, cacheWrite1h: 0.5, cacheRead: 0.03 }
const haiku35 = { input: 0.8, output: 4, cacheWrite5m: 1, cacheWrite1h: 1.6, cacheRead: 0.08 }
const haiku45 = { input: 1, output: 5, cacheWrite5m: 1.25, cacheWrite1h: 2, cacheRead: 0.1 }
const haiku55 = {
  ...{ input: 0.1, output: 0.5, cacheWrite5m: 0.125, cacheWrite1h: 0.2, cacheRead: 0.01 },
  longPrompt: {
    ...{ input: 0.5, output: 2.5, cacheWrite5m: 0.625, cacheWrite1h: 1, cacheRead: 0.05 },
    aboveTokens: 100_000,
  },
}
const fable52 = { ...at8And40, fast: at16And80 }

const byModel: Readonly<Record<string, Omit<Price, 'model' | 'webSearchPerThousand'>>> = {
  'claude-3-haiku': haiku3,
  'claude-3-sonnet': at3And15,
  'claude-3-opus': at15And75,
  'claude-3-5-haiku': haiku35,
  'claude-3-5-sonnet': at3And15,
  'claude-3-7-sonnet': at3And15,
  'claude-haiku-4-5': haiku45,
  'claude-haiku-5-5': haiku55,
  'claude-sonnet-4': at3And15,
  'claude-sonnet-4-5': at3And15,
  'claude-sonnet-4-6': at3And15,
  'claude-sonnet-5': at2And10,
  'claude-sonnet-5-5': { ...at2And10, cacheRead: 0.1 },
  'claude-opus-4': at15And75,
  'claude-opus-4-1': at15And75,
  'claude-opus-4-5': at5And25,
  'claude-opus-4-6': { ...at5And25, fast: at30And150 },
  'claude-opus-4-7': { ...at5And25, fast: at30And150 },
  'claude-opus-4-8': { ...at5And25, fast: at10And50 },
  'claude-opus-5': { ...at5And25, fast: at10And50 },
  'claude-opus-5-5': { ...at4And20, fast: { ...at8And40, cacheRead: 0.4 } },
  'claude-fable-5': at10And50,
  'claude-fable-5-1': { ...at10And50, cacheRead: 0.25 },
  'claude-fable-5-2': fable52,
  'claude-mythos-5': at10And50,
  'claude-mythos-5-1': { ...at10And50, cacheRead: 0.25 },
  'claude-mythos-5-2': fable52,
}

export const prices: readonly Price[] = Object.entries(byModel).map(([model, tokens]) => ({
  model,
  webSearchPerThousand: WEB_SEARCH_PER_THOUSAND,
  ...tokens,
}))

const pricesByModel: ReadonlyMap<string, Price> = new Map(prices.map((price) => [price.model, price]))

/** Null for a model without a known price: a guess would look like a fact on a bill. */
export function findPrice(modelId: string): Price | null {
  if (last.modelId !== modelId) last = { modelId, price: pricesByModel.get(toCanonicalModel(modelId)) ?? null }
  return last.price
}

/** Of a thousand requests, nearly all ask for the model of the one before. */
let last: { modelId: string | null; price: Price | null } = { modelId: null, price: null }

/** One model has as many ids as it has providers. */
function toCanonicalModel(modelId: string): string {
  return (
    modelId
      .trim()
      .toLowerCase()
      // claude-opus-4-6[1m]: the wish for a wider window is part of the CLI's id.
      .replace(/\[\d+m\]$/, '')
      // anthropic/…, publishers/anthropic/models/…, and the ARN of a Bedrock inference profile.
      .replace(/^.*\//, '')
      // Bedrock: us.anthropic.…, global.anthropic.…, us-gov.anthropic.…
      .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
      // Vertex: …@20250929, …@default
      .replace(/@[^@]*$/, '')
      // Bedrock: …-v1:0, …-v1. Vertex had claude-3-5-sonnet-v2.
      .replace(/-v\d+(?::\d+)?$/, '')
      .replace(/-(?:\d{8}|latest)$/, '')
      // Gateways write 4.5 for 4-5.
      .replace(/(\d)\.(\d)/g, '$1-$2')
      .replace(/^(claude-(?:opus|sonnet)-4)-0$/, '$1')
  )
}
