import type { AssistantEntry, Draft, Entry, Lane, Part, ToolCall, UserEntry } from '../state/entry.ts'
import { parsePartialJson } from './partial-json.ts'
import type { CallRow, Row } from './row.ts'

/** The rows that are being built, and all that they are built from. */
export interface Making {
  rows: Row[]
  /** The entry that each row begins with; rows of drafts have none. */
  from: number[]
  everything: boolean
  /** Rows that were built last time, and their calls: an unchanged row stays the same object. */
  old: ReadonlyMap<string, Row>
  oldCalls: ReadonlyMap<string, CallRow>
  /** Calls that a list of rows once began with. Calls that were loaded before them since form groups of their own. */
  begins: ReadonlySet<string>
  /** The day of the newest row. */
  day: string | undefined
  toDay: (at: string) => string
  toInnerRows: (lane: Lane, previous: readonly Row[] | undefined) => readonly Row[]
}

/** A group is built again for each call that joins it: without a limit, every further call of a long run would cost more. */
const MAX_GROUP = 50

export function addEntryRows(making: Making, entry: Entry, index: number): void {
  const frames = entry.kind === 'assistant' ? entry.frames : 1
  const isLeftOut = (entry.hiddenLines ?? 0) >= frames || entry.kind === 'hidden' || isOfCall(entry)
  if (isLeftOut && !making.everything) return
  addDay(making, entry, index)
  if (entry.kind === 'assistant') {
    for (const part of entry.parts) addPart(making, entry, part, index)
  } else if (entry.kind === 'user') {
    add(making, toUserRow(entry), index)
  } else if (entry.kind === 'separator') {
    const { id, command, ...rest } = entry
    if (command !== undefined) add(making, toUserRow(command), index)
    add(making, { key: `separator:${id}`, ...rest }, index)
  } else {
    const { id, ...rest } = entry
    add(making, { key: `${rest.kind}:${id}`, ...rest }, index)
  }
}

/** Whether an entry is a hook of a tool call. Unless it failed it is left out: it would separate calls that belong to one group. */
function isOfCall(entry: Entry): boolean {
  return entry.kind === 'hook' && entry.status !== 'failed' && /^(Pre|Post)ToolUse|^PermissionRequest/.test(entry.name)
}

export function addDraftRow(making: Making, { kind, messageId, block, text, toolId, toolName }: Draft): void {
  const key = toKey(messageId, block)
  if (kind !== 'tool') {
    if (text !== '') add(making, { key, kind, text, isDraft: true })
    return
  }
  const id = toolId ?? key
  const input = parsePartialJson(text)
  addCall(making, {
    key: id,
    call: { kind: 'tool', id, name: toolName ?? 'a tool', input, status: 'running' },
    isDraft: true,
  })
}

/** Adds a row where the day changes; the first day gets none. */
function addDay(making: Making, entry: Entry, index: number): void {
  if (entry.at === undefined) return
  const day = making.toDay(entry.at)
  if (day === making.day) return
  if (making.day !== undefined) add(making, { key: `day:${day}:${entry.id}`, kind: 'day', day, at: entry.at }, index)
  making.day = day
}

function addPart(making: Making, entry: AssistantEntry, part: Part, index: number): void {
  const at = entry.at === undefined ? {} : { at: entry.at }
  if (part.kind === 'tool') {
    addCall(making, toCall(making, part), { index, at: entry.at })
    return
  }
  const key = toKey(entry.id, part.block)
  if (part.kind === 'other') add(making, { key, kind: 'other', type: part.type, ...at }, index)
  else if (part.kind === 'thinking')
    add(making, { key, kind: 'thinking', text: part.text, ...(part.isRedacted && { isRedacted: true }), ...at }, index)
  else {
    const extras = {
      ...(entry.isError && { isError: true as const }),
      ...(entry.error && { error: entry.error }),
      ...(entry.model && { model: entry.model }),
      ...at,
    }
    add(making, { key, kind: 'text', text: part.text, ...extras }, index)
  }
}

function toCall({ oldCalls, toInnerRows }: Making, call: ToolCall): CallRow {
  const before = oldCalls.get(call.id)
  if (before?.call === call) return before
  if (call.subagent === undefined) return { key: call.id, call }
  const rows = toInnerRows(call.subagent, before?.rows)
  return { key: call.id, call, rows, ...(call.subagent.agent && { agent: call.subagent.agent }) }
}

function addCall(making: Making, call: CallRow, { index, at }: { index?: number; at?: string | undefined } = {}): void {
  const last = making.rows.at(-1)
  if (last?.kind === 'tools' && last.calls.length < MAX_GROUP && !making.begins.has(call.key))
    making.rows[making.rows.length - 1] = reuse(making, { ...last, calls: [...last.calls, call] })
  else add(making, { key: `tools:${call.key}`, kind: 'tools', calls: [call], ...(at !== undefined && { at }) }, index)
}

function add(making: Making, row: Row, index?: number): void {
  making.rows.push(reuse(making, row))
  if (index !== undefined) making.from.push(index)
}

/** An unchanged row stays the same object, so that the page does not draw it again. */
function reuse({ old }: Making, row: Row): Row {
  const before = old.get(row.key)
  return before !== undefined && isSame(before, row) ? before : row
}

function isSame(one: Row, other: Row): boolean {
  if (one.kind === 'tools' && other.kind === 'tools')
    return one.calls.length === other.calls.length && one.calls.every((call, index) => call === other.calls[index])
  const keys = Object.keys(one) as (keyof Row)[]
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}

function toUserRow(entry: UserEntry): Row {
  return { key: `user:${entry.id}`, kind: 'user', entry, ...(entry.at && { at: entry.at }) }
}

function toKey(messageId: string, block: number): string {
  return `${messageId}:${block}`
}
