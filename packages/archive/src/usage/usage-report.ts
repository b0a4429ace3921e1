import { createLocalTime } from './local-time.ts'
import { addRow, createTally, type Tally, type UsageRow } from './tally.ts'

/** `hour` is the hour of the day, `dayHour` each hour by itself: `2026-11-14T13`. */
export type UsageBy = 'day' | 'hour' | 'dayHour' | 'model' | 'project' | 'session' | 'tool'

export interface UsageRequest {
  by: UsageBy
  /** A name like `Europe/Zurich`; the machine's own by default. */
  timeZone?: string | undefined
  /** To a quarter of an hour. */
  sinceMs?: number | undefined
  untilMs?: number | undefined
  project?: string | undefined
  sessionId?: string | undefined
}

export interface UsageItem extends Tally {
  key: string
  /** Those of its messages without a price, where there are any. Of a tool they are not known. */
  unpricedModels?: string[]
  /** Of a tool; a message that calls two tools stands with both. */
  calls?: number
  errors?: number
}

export interface UsageReport {
  items: UsageItem[]
  totals: Tally
  unpricedModels: string[]
  /** Why something may be missing in it, as a sentence; null where it is whole. */
  incomplete: string | null
}

/** Whose a file is. */
export interface FileOwner {
  sessionId: string
  project: string
}

export const QUARTER_MS = 900_000

type Row = UsageRow & { file: number; quarter: number; model: string; tool?: string; calls?: number; errors?: number }

/** What the index has counted, as far as a report needs it. */
export interface UsageRows {
  usage(): readonly Row[]
  toolUsage(): readonly Row[]
}

/** Adds up what the index has counted. */
export function toUsageReport(
  rows: UsageRows,
  owners: ReadonlyMap<number, FileOwner>,
  request: UsageRequest,
): Omit<UsageReport, 'incomplete'> {
  const toTime = remember(createLocalTime(request.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone))
  const totals = createTally()
  const items = new Map<string, UsageItem>()
  const unpriced = new Set<string>()
  const toKey = createKey(request.by, toTime)
  forEachRow(rows.usage(), owners, request, (row, owner) => {
    addRow(totals, row)
    if (row.unpriced > 0) unpriced.add(row.model)
    if (request.by !== 'tool') addTo(itemOf(items, toKey(row, owner)), row)
  })
  if (request.by === 'tool') {
    forEachRow(rows.toolUsage(), owners, request, (row) => {
      const item = itemOf(items, row.tool as string)
      addRow(item, row)
      item.calls = (item.calls ?? 0) + (row.calls ?? 0)
      item.errors = (item.errors ?? 0) + (row.errors ?? 0)
    })
  }
  return { items: toSorted([...items.values()], request.by), totals, unpricedModels: [...unpriced].sort() }
}

/** Thousands of rows share a quarter of an hour. */
function remember<Result>(toResult: (ms: number) => Result): (ms: number) => Result {
  const known = new Map<number, Result>()
  return (ms) => {
    const found = known.get(ms)
    if (found !== undefined) return found
    const made = toResult(ms)
    known.set(ms, made)
    return made
  }
}

function createKey(by: UsageBy, toTime: ReturnType<typeof createLocalTime>): (row: Row, owner: FileOwner) => string {
  switch (by) {
    case 'model':
      return (row) => row.model
    case 'project':
      return (_row, owner) => owner.project
    case 'session':
      return (_row, owner) => owner.sessionId
    case 'hour':
      return (row) => toTime(row.quarter * QUARTER_MS).hour
    case 'dayHour':
      return (row) => {
        const { day, hour } = toTime(row.quarter * QUARTER_MS)
        return `${day}T${hour}`
      }
    default:
      return (row) => toTime(row.quarter * QUARTER_MS).day
  }
}

function forEachRow(
  rows: readonly Row[],
  owners: ReadonlyMap<number, FileOwner>,
  { sinceMs, untilMs, project, sessionId }: UsageRequest,
  onRow: (row: Row, owner: FileOwner) => void,
): void {
  const since = sinceMs === undefined ? Number.MIN_SAFE_INTEGER : Math.floor(sinceMs / QUARTER_MS)
  const until = untilMs === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(untilMs / QUARTER_MS)
  for (const row of rows) {
    if (row.quarter < since || row.quarter >= until) continue
    const owner = owners.get(row.file)
    if (owner === undefined) continue
    if (project !== undefined && owner.project !== project) continue
    if (sessionId !== undefined && owner.sessionId !== sessionId) continue
    onRow(row, owner)
  }
}

function itemOf(items: Map<string, UsageItem>, key: string): UsageItem {
  const known = items.get(key)
  if (known !== undefined) return known
  const made = { key, ...createTally() }
  items.set(key, made)
  return made
}

function addTo(item: UsageItem, row: Row): void {
  addRow(item, row)
  if (row.unpriced === 0 || item.unpricedModels?.includes(row.model)) return
  item.unpricedModels = [...(item.unpricedModels ?? []), row.model].sort()
}

/** Time in its order, the rest by what it cost. */
function toSorted(items: UsageItem[], by: UsageBy): UsageItem[] {
  const isTime = by === 'day' || by === 'hour' || by === 'dayHour'
  return items.sort((one, other) => {
    const byCost = isTime ? 0 : other.costUsd - one.costUsd || other.outputTokens - one.outputTokens
    return byCost || (one.key < other.key ? -1 : 1)
  })
}
