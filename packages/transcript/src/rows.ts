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
}

/** The flat list that the page draws. With `previous`, only what has changed since is made anew. */
export function rows(state: SessionState, { everything = false, previous }: RowOptions = {}): readonly Row[] {
  return toRows(state.main, everything, previous)
}

/** From what a list of rows was made, and from which entry each row. */
interface Origin {
  lane: Lane
  everything: boolean
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

function toRows(lane: Lane, everything: boolean, previous: readonly Row[] | undefined): readonly Row[] {
  const origin = previous === undefined ? undefined : origins.get(previous)
  if (previous === undefined || origin === undefined || origin.everything !== everything)
    return build(lane, everything, { ...NOTHING, rows: [], from: [] })
  return origin.lane === lane ? previous : build(lane, everything, keep(lane, origin, previous))
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

function build(lane: Lane, everything: boolean, { rows: kept, from, start, old }: Kept): readonly Row[] {
  const making: Making = {
    rows: kept,
    from,
    everything,
    old,
    oldCalls: new Map([...old.values()].flatMap(toCalls).map((call) => [call.key, call])),
    day: kept.findLast((row) => row.at !== undefined)?.at?.slice(0, 10),
    toInnerRows: (inner, previous) => toRows(inner, everything, previous),
  }
  let index = start
  for (const entry of itemsOf(lane.entries, start)) addEntryRows(making, entry, index++)
  for (const draft of lane.drafts) addDraftRow(making, draft)
  origins.set(making.rows, { lane, everything, from: making.from })
  return making.rows
}

function toCalls(row: Row) {
  return row.kind === 'tools' ? row.calls : []
}
