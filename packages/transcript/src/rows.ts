import type { Lane } from './entry.ts'
import { findDifference, itemsOf } from './list.ts'
import { addDraftRow, addEntryRows, type Making } from './make-rows.ts'
import type { Row } from './row.ts'
import type { SessionState } from './session-state.ts'

export interface RowOptions {
  /** What is left out otherwise too: lines for Claude alone, hooks of calls, what is off the current branch. */
  everything?: boolean
  /** The rows of an earlier state: what has not changed is taken over, the same objects. */
  previous?: readonly Row[] | undefined
  /** The day of a moment, where whoever reads lives; without it that of UTC, which exports say. The same function each time. */
  toDay?: (at: string) => string
}

const toUtcDay = (at: string) => at.slice(0, 10)

/** The flat list that the page draws. With `previous`, only what has changed since is made anew. */
export function rows(state: SessionState, options: RowOptions = {}): readonly Row[] {
  const { everything = false, previous, toDay = toUtcDay } = options
  return toRows(state.main, { everything, toDay }, previous)
}

/** What all rows of a list are made with. */
type Manner = Required<Pick<RowOptions, 'everything' | 'toDay'>>

/** From what a list of rows was made, and from which entry each row. */
interface Origin {
  lane: Lane
  manner: Manner
  /** Parallel to the rows: the entry that a row begins with. Rows of drafts come behind the last. */
  from: readonly number[]
}

const origins = new WeakMap<readonly Row[], Origin>()

/** What can be taken over, and where to go on from. */
interface Kept {
  rows: Row[]
  from: number[]
  start: number
  old: ReadonlyMap<string, Row>
}

const NOTHING: Readonly<Kept> = { rows: [], from: [], start: 0, old: new Map() }

function toRows(lane: Lane, manner: Manner, previous: readonly Row[] | undefined): readonly Row[] {
  const origin = previous === undefined ? undefined : origins.get(previous)
  if (previous === undefined || origin === undefined || !isSame(origin.manner, manner))
    return build(lane, manner, { ...NOTHING, rows: [], from: [] })
  return origin.lane === lane ? previous : build(lane, manner, keep(lane, origin, previous))
}

function isSame(one: Manner, other: Manner): boolean {
  return one.everything === other.everything && one.toDay === other.toDay
}

function keep(lane: Lane, { lane: before, from }: Origin, previous: readonly Row[]): Kept {
  const changed = findDifference(before.entries, lane.entries)
  let kept = from.length
  while (kept > 0 && (from[kept - 1] as number) >= changed) kept--
  // The last row before the change is made again: it may be a group of calls that goes on.
  const start = kept === 0 ? 0 : (from[kept - 1] as number)
  while (kept > 0 && from[kept - 1] === start) kept--
  const old = new Map(previous.slice(kept).map((row) => [row.key, row]))
  return { rows: previous.slice(0, kept), from: from.slice(0, kept), start, old }
}

function build(lane: Lane, manner: Manner, { rows: kept, from, start, old }: Kept): readonly Row[] {
  const newest = kept.findLast((row) => row.at !== undefined)?.at
  const making: Making = {
    rows: kept,
    from,
    ...manner,
    old,
    oldCalls: new Map([...old.values()].flatMap(toCalls).map((call) => [call.key, call])),
    day: newest === undefined ? undefined : manner.toDay(newest),
    toInnerRows: (inner, previous) => toRows(inner, manner, previous),
  }
  let index = start
  for (const entry of itemsOf(lane.entries, start)) addEntryRows(making, entry, index++)
  for (const draft of lane.drafts) addDraftRow(making, draft)
  origins.set(making.rows, { lane, manner, from: making.from })
  return making.rows
}

function toCalls(row: Row) {
  return row.kind === 'tools' ? row.calls : []
}
