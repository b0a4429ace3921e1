import type { UsageItem } from '@quarterdeck/contract/routes'
import { toFolderName } from '../text/to-folder-name.ts'
import { toModelName } from '../text/to-model-name.ts'
import { toShortDay } from '../text/to-time.ts'
import { toShortPath } from '../tools/to-short-path.ts'
import { addDays, countDays } from './date-range.ts'

/** One bar of a chart, and one line of its table. */
export interface Bar {
  key: string
  label: string
  /** The label in full, where it was cut. */
  title?: string
  /** Where it leads to. */
  href?: string
  item: UsageItem
}

/** More columns than this are weeks: each would be thinner than a line. */
const MAX_DAYS = 92

const empty = {
  messages: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  webSearches: 0,
  costUsd: 0,
  unpricedMessages: 0,
}

/** Every day of the range, also those without work; weeks where there are many. */
export function toDayBars(
  items: readonly UsageItem[],
  range: { since?: string; until?: string },
  now: number,
): { bars: Bar[]; isWeekly: boolean } {
  const since = range.since ?? items[0]?.key
  const until = range.until ?? items.at(-1)?.key
  if (since === undefined || until === undefined || since > until) return { bars: [], isWeekly: false }
  const count = countDays(since, until)
  const isWeekly = count > MAX_DAYS
  const step = isWeekly ? 7 : 1
  const byKey = new Map(items.map((item) => [item.key, item]))
  const bars = Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const key = addDays(since, index * step)
    const days = Array.from({ length: step }, (_, day) => byKey.get(addDays(key, day)))
    const label = toShortDay(`${key}T12:00:00`, now)
    return { key, label: isWeekly ? `Week of ${label}` : label, item: days.reduce<UsageItem>(add, { key, ...empty }) }
  })
  return { bars, isWeekly }
}

export function toHourBars(items: readonly UsageItem[]): Bar[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  return Array.from({ length: 24 }, (_, hour) => {
    const key = String(hour).padStart(2, '0')
    return { key, label: `${key}:00`, item: byKey.get(key) ?? { key, ...empty } }
  })
}

export function toModelBars(items: readonly UsageItem[]): Bar[] {
  return items.map((item) => ({ key: item.key, label: toModelName(item.key), title: item.key, item }))
}

export function toProjectBars(items: readonly UsageItem[]): Bar[] {
  const names = items.map(({ key }) => toFolderName(key))
  return items.map((item, at) => {
    // Two folders of one name are told apart by where they are.
    const isOnly = names.filter((name) => name === names[at]).length === 1
    const label = isOnly ? (names[at] ?? '') : toShortPath(item.key)
    return { key: item.key, label: label || 'no project', title: item.key, item }
  })
}

export function toToolBars(items: readonly UsageItem[]): Bar[] {
  const bars = items.map((item) => ({ key: item.key, label: item.key, item }))
  return bars.sort((one, other) => (other.item.calls ?? 0) - (one.item.calls ?? 0))
}

export function toSessionBars(items: readonly UsageItem[]): Bar[] {
  return items.map((item) => ({
    key: item.key,
    label: item.title || item.key.slice(0, 8),
    href: `/sessions/${item.key}`,
    item,
  }))
}

function add(sum: UsageItem, item: UsageItem | undefined): UsageItem {
  if (item === undefined) return sum
  const fields = Object.keys(empty) as (keyof typeof empty)[]
  return { ...sum, ...Object.fromEntries(fields.map((field) => [field, sum[field] + item[field]])) }
}
