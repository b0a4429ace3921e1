import { describe, expect, it } from 'vitest'
import { parseControlResult } from '../parse-control-result.ts'

const session = { total_cost_usd: 0.0144, model_usage: { opus: { inputTokens: 1800, outputTokens: 360 } } }

describe('get_usage', () => {
  it('brings the limits of a subscription', () => {
    const rate_limits = {
      five_hour: { utilization: 42, resets_at: '2026-11-15T12:00:00Z' },
      seven_day: { utilization: null, resets_at: null },
      seven_day_opus: null,
      model_scoped: [{ display_name: 'Opus', utilization: 7, resets_at: null }],
      extra_usage: { is_enabled: false, monthly_limit: null, used_credits: null, utilization: null },
    }
    const result = parseControlResult('get_usage', {
      session,
      subscription_type: 'max',
      rate_limits_available: true,
      rate_limits,
      behaviors: { day: { behaviors: [{ key: 'cache_miss', pct: 12, count: 3 }] }, week: {} },
    })
    expect(result).toMatchObject({ ok: true, faults: [] })
    expect(result.ok && result.value.rate_limits?.five_hour?.utilization).toBe(42)
    expect(result.ok && result.value.session.model_usage?.opus?.inputTokens).toBe(1800)
  })

  it('is nothing without a cost', () => {
    expect(parseControlResult('get_usage', { session: {} }).ok).toBe(false)
  })
})
