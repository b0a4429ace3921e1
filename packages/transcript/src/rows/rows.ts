import type { Lane } from '../state/entry.ts'
import { findDifference, itemsOf } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { addDraftRow, addEntryRows, type Making } from './make-rows.ts'
import type { Row } from './row.ts'

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
  begins: ReadonlySet<string>
}

const origins = new WeakMap<readonly Row[], Origin>()

/** What can be taken over, and where to go on from. */
interface Kept {
  rows: Row[]
  from: number[]
  start: number
  old: ReadonlyMap<string, Row>
  begins: ReadonlySet<string>
}

function toRows(lane: Lane, manner: Manner, previous: readonly Row[] | undefined): readonly Row[] {
  const origin = previous === undefined ? undefined : origins.get(previous)
  const begins = origin === undefined ? new Set<string>() : withBegin(origin.begins, previous?.[0])
  if (previous === undefined || origin === undefined || !isSame(origin.manner, manner))
    return build(lane, manner, { rows: [], from: [], start: 0, old: new Map(), begins })
  return origin.lane === lane ? previous : build(lane, manner, { ...keep(lane, origin, previous), begins })
}

/**
 * A group that grew in front would have another name and another height: whoever reads there would lose their place when what came
 * before is loaded, and what they had opened.
 */
function withBegin(begins: ReadonlySet<string>, first: Row | undefined): ReadonlySet<string> {
  const call = first?.kind === 'tools' ? first.calls[0]?.key : undefined
  return call === undefined || begins.has(call) ? begins : new Set([...begins, call])
}

function isSame(one: Manner, other: Manner): boolean {
  return one.everything === other.everything && one.toDay === other.toDay
}

function keep(lane: Lane, { lane: before, from }: Origin, previous: readonly Row[]): Omit<Kept, 'begins'> {
  const changed = findDifference(before.entries, lane.entries)
  let kept = from.length
  while (kept > 0 && (from[kept - 1] as number) >= changed) kept--
  // The last row before the change is made again: it may be a group of calls that goes on.
  const start = kept === 0 ? 0 : (from[kept - 1] as number)
  while (kept > 0 && from[kept - 1] === start) kept--
  const old = new Map(previous.slice(kept).map((row) => [row.key, row]))
  return { rows: previous.slice(0, kept), from: from.slice(0, kept), start, old }
}

function build(lane: Lane, manner: Manner, { rows: kept, from, start, old, begins }: Kept): readonly Row[] {
  const newest = kept.findLast((row) => row.at !== undefined)?.at
  const making: Making = {
    rows: kept,
    from,
    ...manner,
    old,
    begins,
    oldCalls: new Map([...old.values()].flatMap(toCalls).map((call) => [call.key, call])),
    day: newest === undefined ? undefined : manner.toDay(newest),
    toInnerRows: (inner, previous) => toRows(inner, manner, previous),
  }
  let index = start
  for (const entry of itemsOf(lane.entries, start)) addEntryRows(making, entry, index++)
  for (const draft of lane.drafts) addDraftRow(making, draft)
  origins.set(making.rows, { lane, manner, from: making.from, begins })
  return making.rows
}

function toCalls(row: Row) {
  return row.kind === 'tools' ? row.calls : []
}
