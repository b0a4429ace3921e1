import type { Draft, Entry, Lane, Part, ToolCall, UserEntry } from './entry.ts'
import { findDifference, getItem, itemsOf } from './list.ts'
import { parsePartialJson } from './partial-json.ts'
import type { CallRow, Row } from './row.ts'
import type { SessionState } from './session-state.ts'

export interface RowOptions {
  /** What is left out otherwise too: lines for Claude alone, hooks, what is off the current branch. */
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

/** A call more makes its group anew: without an end, a long run of calls would cost more with each. */
const MAX_GROUP = 50

const origins = new WeakMap<readonly Row[], Origin>()

function toRows(lane: Lane, everything: boolean, previous: readonly Row[] | undefined): readonly Row[] {
  const origin = previous === undefined ? undefined : origins.get(previous)
  if (previous === undefined || origin === undefined || origin.everything !== everything) return build(lane, everything, [], [], 0)
  if (origin.lane === lane) return previous
  const changed = findDifference(origin.lane.entries, lane.entries)
  // The row before may be a group of calls that goes on.
  let kept = origin.from.length
  while (kept > 0 && (origin.from[kept - 1] as number) >= changed) kept--
  const start = kept === 0 ? 0 : (origin.from[kept - 1] as number)
  while (kept > 0 && origin.from[kept - 1] === start) kept--
  const old = new Map(previous.slice(kept).map((row) => [row.key, row]))
  return build(lane, everything, previous.slice(0, kept), origin.from.slice(0, kept), start, old)
}

function build(lane: Lane, everything: boolean, kept: Row[], keptFrom: number[], start: number, old?: ReadonlyMap<string, Row>): readonly Row[] {
  const made = new Made(kept, keptFrom, everything, old)
  made.day = findDay(kept)
  let index = start
  for (const entry of itemsOf(lane.entries, start)) made.addEntry(entry, index++)
  for (const draft of lane.drafts) made.addDraft(draft)
  origins.set(made.rows, { lane, everything, from: made.from })
  return made.rows
}

function findDay(kept: readonly Row[]): string | undefined {
  return kept.findLast((row) => row.at !== undefined)?.at?.slice(0, 10)
}

/** Rows in the making. */
class Made {
  readonly rows: Row[]
  readonly from: number[]
  readonly #everything: boolean
  readonly #old: ReadonlyMap<string, Row> | undefined
  readonly #oldCalls: ReadonlyMap<string, CallRow>
  day: string | undefined

  constructor(kept: Row[], from: number[], everything: boolean, old: ReadonlyMap<string, Row> | undefined) {
    this.rows = kept
    this.from = from
    this.#everything = everything
    this.#old = old
    const groups = [...(old?.values() ?? [])].flatMap((row) => (row.kind === 'tools' ? row.calls : []))
    this.#oldCalls = new Map(groups.map((call) => [call.key, call]))
  }

  addEntry(entry: Entry, index: number): void {
    if (!this.#everything && (entry.onBranch === 0 || entry.kind === 'hidden' || entry.kind === 'hook')) return
    this.#addDay(entry, index)
    if (entry.kind === 'assistant') {
      for (const part of entry.parts) this.#addPart(entry, part, index)
      return
    }
    if (entry.kind === 'user') return this.#add(toUserRow(entry), index)
    const { id, ...rest } = entry
    if (rest.kind !== 'separator') return this.#add({ key: `${rest.kind}:${id}`, ...rest }, index)
    const { command, ...separator } = rest
    if (command !== undefined) this.#add(toUserRow(command), index)
    this.#add({ key: `separator:${id}`, ...separator }, index)
  }

  addDraft(draft: Draft): void {
    const key = toKey(draft.messageId, draft.block)
    if (draft.kind === 'tool') {
      const { toolId = key, toolName = 'a tool', text } = draft
      const call: ToolCall = { kind: 'tool', id: toolId, name: toolName, input: parsePartialJson(text), status: 'running' }
      this.#addCall({ key: toolId, call, isDraft: true }, undefined, undefined)
    } else if (draft.text !== '') this.#add({ key, kind: draft.kind, text: draft.text, isDraft: true }, undefined)
  }

  /** A change of the day is worth a line; the first day is not. */
  #addDay(entry: Entry, index: number): void {
    const day = entry.at?.slice(0, 10)
    if (day === undefined || day === this.day) return
    if (this.day !== undefined) this.#add({ key: `day:${day}`, kind: 'day', day, ...(entry.at && { at: entry.at }) }, index)
    this.day = day
  }

  #addPart(entry: Extract<Entry, { kind: 'assistant' }>, part: Part, index: number): void {
    const at = entry.at === undefined ? {} : { at: entry.at }
    if (part.kind === 'tool') return this.#addCall(this.#toCall(part), index, entry.at)
    const key = toKey(entry.id, part.block)
    if (part.kind === 'other') return this.#add({ key, kind: 'other', type: part.type, ...at }, index)
    if (part.kind === 'thinking')
      return this.#add({ key, kind: 'thinking', text: part.text, ...(part.isRedacted && { isRedacted: true }), ...at }, index)
    const extras = { ...(entry.isError && { isError: true as const }), ...(entry.model && { model: entry.model }), ...at }
    this.#add({ key, kind: 'text', text: part.text, ...extras }, index)
  }

  #toCall(call: ToolCall): CallRow {
    const before = this.#oldCalls.get(call.id)
    if (before?.call === call) return before
    if (call.subagent === undefined) return { key: call.id, call }
    const inner = toRows(call.subagent, this.#everything, before?.rows)
    return { key: call.id, call, rows: inner, ...(call.subagent.agent && { agent: call.subagent.agent }) }
  }

  #addCall(call: CallRow, index: number | undefined, at: string | undefined): void {
    const last = this.rows.at(-1)
    if (last?.kind !== 'tools' || last.calls.length >= MAX_GROUP)
      return this.#add({ key: `tools:${call.key}`, kind: 'tools', calls: [call], ...(at !== undefined && { at }) }, index)
    this.rows[this.rows.length - 1] = this.#reuse({ ...last, calls: [...last.calls, call] })
  }

  #add(row: Row, index: number | undefined): void {
    this.rows.push(this.#reuse(row))
    if (index !== undefined) this.from.push(index)
  }

  /** A row that is as it was stays the same object, so that nobody has to draw it again. */
  #reuse(row: Row): Row {
    const before = this.#old?.get(row.key)
    return before !== undefined && isSame(before, row) ? before : row
  }
}

function isSame(one: Row, other: Row): boolean {
  if (one.kind === 'tools' && other.kind === 'tools')
    return one.at === other.at && one.calls.length === other.calls.length && one.calls.every((call, index) => call === other.calls[index])
  const keys = Object.keys(one) as (keyof Row)[]
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

function toUserRow(entry: UserEntry): Row {
  return { key: `user:${entry.id}`, kind: 'user', entry, ...(entry.at && { at: entry.at }) }
}

function toKey(messageId: string, block: number): string {
  return `${messageId}:${block}`
}
