import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../usage.ts'
import { toCost } from './cost.ts'

function usdOf(usage: Usage & { inference_geo?: string }, model: string): number {
  const cost = toCost(usage, model)
  if (!('usd' in cost)) throw new Error(`No price for ${cost.unknownModel}`)
  return cost.usd
}

/** What the model reported for each request of the recorded sessions. */
const REQUEST: Usage = {
  input_tokens: 100,
  output_tokens: 20,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

function sumOfRequests(count: number, model: string): number {
  return Array.from({ length: count }, () => usdOf(REQUEST, model)).reduce((sum, usd) => sum + usd, 0)
}

describe('toCost, against recorded results', () => {
  it.each([
    [1, 0.0008],
    [6, 0.0048000000000000004],
    [9, 0.0072000000000000015],
    [12, 0.009600000000000003],
    [15, 0.012000000000000004],
    [17, 0.013600000000000004],
    [18, 0.014400000000000005],
  ])('gives what CLI 2.1.325 counted for %d requests to Opus 5.5', (requests, total_cost_usd) => {
    expect(Math.abs(sumOfRequests(requests, 'claude-opus-5-5') - total_cost_usd)).toBeLessThan(1e-9)
  })

  it('gives what CLI 2.1.38 counted for its two requests to Haiku 4.5', () => {
    expect(Math.abs(sumOfRequests(2, 'claude-haiku-4-5-20251001') - 0.0004)).toBeLessThan(1e-9)
  })

  /**
   * 2.1.38 announced $3/$15 for Sonnet 4.5 in the same session, which is the published price, and then counted $5/$25. A
   * table that agreed with its sum would be wrong for every other version.
   */
  it.each([
    { sonnet: 1, haiku: 0, total_cost_usd: 0.001 },
    { sonnet: 6, haiku: 2, total_cost_usd: 0.0064 },
    { sonnet: 10, haiku: 2, total_cost_usd: 0.010400000000000003 },
    { sonnet: 12, haiku: 2, total_cost_usd: 0.012400000000000005 },
    { sonnet: 13, haiku: 2, total_cost_usd: 0.013400000000000006 },
  ])('differs from CLI 2.1.38 by Sonnet 4.5 alone, which it counted as Opus 4.5: %o', (turn) => {
    const haiku = sumOfRequests(turn.haiku, 'claude-haiku-4-5-20251001')
    const asOpus = sumOfRequests(turn.sonnet, 'claude-opus-4-5')
    expect(Math.abs(asOpus + haiku - turn.total_cost_usd)).toBeLessThan(1e-9)
    expect(sumOfRequests(turn.sonnet, 'claude-sonnet-4-5-20250929')).toBeCloseTo(turn.sonnet * 0.0006, 12)
  })
})

describe('toCost', () => {
  const MILLION = 1_000_000

  it('counts each kind of token at its own price', () => {
    const usage: Usage = {
      input_tokens: 1_000,
      output_tokens: 2_000,
      cache_read_input_tokens: 100_000,
      cache_creation_input_tokens: 30_000,
      cache_creation: { ephemeral_5m_input_tokens: 10_000, ephemeral_1h_input_tokens: 20_000 },
    }
    // 0.003 + 0.030 + 0.030 + 0.0375 + 0.120
    expect(usdOf(usage, 'claude-sonnet-4-5')).toBeCloseTo(0.2205, 12)
  })

  it('counts a cache write without a split as one of five minutes', () => {
    expect(usdOf({ cache_creation_input_tokens: MILLION }, 'claude-opus-5-5')).toBeCloseTo(5, 12)
    expect(usdOf({ cache_creation_input_tokens: MILLION, cache_creation: null }, 'claude-opus-5-5')).toBeCloseTo(5, 12)
  })

  it('goes by the split where there is no total, and by the total where they disagree', () => {
    const split = { ephemeral_5m_input_tokens: MILLION, ephemeral_1h_input_tokens: MILLION }
    expect(usdOf({ cache_creation: split }, 'claude-opus-5-5')).toBeCloseTo(5 + 8, 12)
    expect(usdOf({ cache_creation: split, cache_creation_input_tokens: 500_000 }, 'claude-opus-5-5')).toBeCloseTo(4, 12)
  })

  it('adds a cent for each web search', () => {
    const usage: Usage = { input_tokens: MILLION, server_tool_use: { web_search_requests: 3, web_fetch_requests: 9 } }
    expect(usdOf(usage, 'claude-haiku-4-5')).toBeCloseTo(1.03, 12)
  })

  it('asks the fast price for what ran fast, where the model has one', () => {
    const fast: Usage = { input_tokens: MILLION, cache_read_input_tokens: MILLION, speed: 'fast' }
    expect(usdOf(fast, 'claude-opus-4-6')).toBeCloseTo(33, 12)
    expect(usdOf(fast, 'claude-opus-5-5')).toBeCloseTo(8.4, 12)
    expect(usdOf(fast, 'claude-haiku-4-5')).toBeCloseTo(1.1, 12)
    expect(usdOf({ ...fast, speed: 'standard' }, 'claude-opus-4-6')).toBeCloseTo(5.5, 12)
  })

  it('asks the long price for the whole request as soon as its prompt is too long, cache and all', () => {
    const atLimit: Usage = { input_tokens: 40_000, cache_read_input_tokens: 60_000, output_tokens: 1_000 }
    expect(usdOf(atLimit, 'claude-haiku-5-5')).toBeCloseTo(0.004 + 0.0006 + 0.0005, 12)
    expect(usdOf({ ...atLimit, cache_creation_input_tokens: 1 }, 'claude-haiku-5-5')).toBeCloseTo(
      0.02 + 0.003 + 0.0025 + 0.000000625,
      12,
    )
  })

  it('asks a tenth more for tokens, not for searches, where only the United States may serve them', () => {
    const usage = { input_tokens: MILLION, server_tool_use: { web_search_requests: 1 }, inference_geo: 'us' }
    expect(usdOf(usage, 'claude-opus-5')).toBeCloseTo(5.51, 12)
    expect(usdOf({ ...usage, inference_geo: '' }, 'claude-opus-5')).toBeCloseTo(5.01, 12)
  })

  it('names the model that it has no price for', () => {
    expect(toCost(REQUEST, 'claude-opus-9')).toEqual({ unknownModel: 'claude-opus-9' })
    expect(toCost(REQUEST, '<synthetic>')).toEqual({ unknownModel: '<synthetic>' })
  })

  it('takes what is missing, negative or no number for nothing', () => {
    const broken: Usage = { input_tokens: Number.NaN, output_tokens: -5, cache_read_input_tokens: null }
    expect(usdOf(broken, 'claude-opus-5')).toBe(0)
    expect(usdOf({}, 'claude-opus-5')).toBe(0)
    expect(usdOf({ input_tokens: MILLION, output_tokens: -MILLION }, 'claude-opus-5')).toBeCloseTo(5, 12)
  })

  it('is never negative and never NaN, whatever the counts', () => {
    const count = fc.option(fc.oneof(fc.double(), fc.integer()), { nil: null })
    const usage = fc.record({
      input_tokens: count,
      output_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation: fc.record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
      server_tool_use: fc.record({ web_search_requests: count }),
    })
    fc.assert(fc.property(usage, (usage) => usdOf(usage, 'claude-haiku-5-5') >= 0))
  })
})
