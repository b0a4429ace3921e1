import { describe, expect, it } from 'vitest'
import { findPrice, prices, pricesAsOf } from './prices.ts'

describe('prices', () => {
  it('says of which day it is', () => {
    expect(new Date(pricesAsOf).toISOString().slice(0, 10)).toBe(pricesAsOf)
  })

  it('lists each model once, and finds it by its own name', () => {
    expect(new Set(prices.map((price) => price.model)).size).toBe(prices.length)
    for (const price of prices) expect(findPrice(price.model)).toBe(price)
  })

  it('has output dearer than input, a written cache dearer than none, a read one cheaper', () => {
    for (const price of prices) {
      for (const tier of [price, price.longPrompt, price.fast].filter((tier) => tier !== undefined)) {
        expect(tier.output / tier.input, price.model).toBe(5)
        expect(tier.cacheWrite5m, price.model).toBeGreaterThan(tier.input)
        expect(tier.cacheWrite1h, price.model).toBeCloseTo(tier.input * 2, 12)
        expect(tier.cacheRead, price.model).toBeLessThanOrEqual(tier.input * 0.12)
      }
    }
  })

  it('asks more in fast mode and for a long prompt', () => {
    for (const price of prices) {
      expect(price.fast?.input ?? Number.POSITIVE_INFINITY, price.model).toBeGreaterThan(price.input)
      expect(price.longPrompt?.input ?? Number.POSITIVE_INFINITY, price.model).toBeGreaterThan(price.input)
    }
  })
})

describe('findPrice', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['claude-opus-4-6[1m]', 'claude-opus-4-6'],
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['claude-opus-4-0', 'claude-opus-4'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0', 'claude-3-7-sonnet'],
    ['global.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['us.anthropic.claude-opus-4-6-v1[1m]', 'claude-opus-4-6'],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['arn:aws:bedrock:us-east-1:123456789012:inference-profile/eu.anthropic.claude-opus-5', 'claude-opus-5'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-opus-4-1@20250805', 'claude-opus-4-1'],
    ['claude-haiku-5-5@default', 'claude-haiku-5-5'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['anthropic/claude-3.7-sonnet', 'claude-3-7-sonnet'],
    ['Claude-Fable-5-1', 'claude-fable-5-1'],
  ])('knows %s as %s', (id, model) => {
    expect(findPrice(id)?.model).toBe(model)
  })

  it.each([
    '',
    '<synthetic>',
    'gpt-5',
    'opus',
    'claude-opus-9',
    'claude-opus-4-20250514-draft',
    'constructor',
    '__proto__',
  ])('has no price for %j', (id) => {
    expect(findPrice(id)).toBeNull()
  })
})
