import type { Lane } from '../state/entry.ts'
import { findDifference, itemsOf } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { addDraftRow, addEntryRows, type Making } from './make-rows.ts'
import type { Row } from './row.ts'

export interface RowOptions {
  /** Also hidden entries, hooks of calls, and entries that are not on the current branch. */
  everything?: boolean
  /** The rows of an earlier state: unchanged rows stay the same objects. */
  previous?: readonly Row[] | undefined
  /** The day of a time in the reader's time zone; UTC without it, as in exports. Pass the same function each time: another one builds all rows. */
  toDay?: (at: string) => string
}

const toUtcDay = (at: string) => at.slice(0, 10)

/** The flat list of rows that the page draws. With `previous`, only rows that changed since are built. */
export function rows(state: SessionState, options: RowOptions = {}): readonly Row[] {
  const { everything = false, previous, toDay = toUtcDay } = options
  return toRows(state.main, { everything, toDay }, previous)
}

/** The options that apply to every row of a list. */
type Manner = Required<Pick<RowOptions, 'everything' | 'toDay'>>

/** The lane and options that a list of rows was built from, and the entry that each row begins with. */
interface Origin {
  lane: Lane
  manner: Manner
  /** Parallel to the rows: the entry that a row begins with. Rows of drafts come behind the last. */
  from: readonly number[]
  begins: ReadonlySet<string>
}

const origins = new WeakMap<readonly Row[], Origin>()

/** The rows that are kept from the last time, and the entry from which building goes on. */
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
 * Remembers the call that the list began with. If older calls joined its group when they are loaded, the group would get another key and
 * height: the page would scroll, and close what the reader had opened.
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
  // The last row before the change is built again: it may be a group of calls that grows.
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
