import type { UsageAmounts } from '@quarterdeck/contract/routes'
import { toDollars } from '../text/to-dollars.ts'

/** Usage in a sentence: how much, whether that is more than before, and how much the cache saved. */
export function toSentence(
  words: { when: string; before: string },
  totals: UsageAmounts,
  previous: UsageAmounts | null,
): string {
  if (totals.messages === 0) return `Nothing was used ${words.when}.`
  const parts = [`${toDollars(totals.costUsd)} ${words.when}${toChange(totals.costUsd, previous, words.before)}`]
  const input = totals.inputTokens + totals.cacheCreationTokens + totals.cacheReadTokens
  if (input > 0) parts.push(`${Math.round((totals.cacheReadTokens / input) * 100)} % of input came from cache`)
  return `${parts.join('; ')}.`
}

function toChange(cost: number, previous: UsageAmounts | null, before: string): string {
  if (previous === null || previous.costUsd === 0) return ''
  const percent = Math.round((cost / previous.costUsd - 1) * 100)
  if (percent === 0) return `, as much as ${before}`
  if (percent >= 300) return `, ${(cost / previous.costUsd).toFixed(1)} times as much as ${before}`
  return `, ${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than ${before}`
}

/** How a range is spoken of. */
export function toRangeWords(range: string): { when: string; before: string } {
  if (range === '7') return { when: 'in the last 7 days', before: 'the 7 days before' }
  if (range === '30' || range === '90') return { when: `in the last ${range} days`, before: `the ${range} days before` }
  return { when: range === 'all' ? 'in all' : 'on these days', before: 'as many days before' }
}
