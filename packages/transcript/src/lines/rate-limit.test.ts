import { describe, expect, it } from 'vitest'
import { toNoticeText } from '../export/notice-text.ts'
import { type LimitInfo, toLimitNews } from './rate-limit.ts'

const near: LimitInfo = {
  status: 'allowed_warning',
  rateLimitType: 'five_hour',
  resetsAt: 1_777_000_000,
  utilization: 0.8,
}

describe('toLimitNews', () => {
  it('says which limit is reached, and until when', () => {
    const news = toLimitNews({ ...near, status: 'rejected' }, near)
    const text = 'The five-hour limit of the plan is reached.'
    expect(news).toEqual({ tone: 'error', text, until: '2026-04-24T03:06:40.000Z' })
    expect(toNoticeText(news as { text: string })).toBe(`${text} It resets at 2026-04-24 03:06 UTC.`)
  })

  it('says once that one is near, and again for the next window', () => {
    expect(toLimitNews(near, undefined)?.text).toBe('The five-hour limit of the plan is near: 80 % are used.')
    expect(toLimitNews({ ...near, utilization: 0.9 }, near)).toBeNull()
    expect(toLimitNews({ ...near, resetsAt: 1_777_018_000 }, near)).not.toBeNull()
    expect(toLimitNews({ ...near, status: 'allowed' }, near)).toBeNull()
  })

  it('does without what it does not know, or what is no time', () => {
    expect(toLimitNews({ status: 'rejected', rateLimitType: 'of_tomorrow' }, undefined)).toEqual({
      tone: 'error',
      text: 'The limit of the plan is reached.',
    })
    expect(toLimitNews({ status: 'allowed_warning', rateLimitType: 'constructor' }, undefined)?.text).toBe(
      'The limit of the plan is near.',
    )
    expect(toLimitNews({ status: 'rejected', resetsAt: 1e300 }, undefined)).not.toHaveProperty('until')
    expect(toLimitNews({ status: 'rejected', resetsAt: Number.NaN }, undefined)).not.toHaveProperty('until')
  })
})
