import { type CallRow, type Entry, getItem, getValue, type Row, type SessionState } from '@quarterdeck/transcript'
import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'
import { linesOf } from './entry-of.ts'

/** Where something stands: the row, and the call in it where it is about one. */
export interface RowTarget {
  rowKey: string
  callKey?: string
  /** In an agent: the calls on the way, and the entry itself. */
  inside?: readonly string[]
}

/** The row that a message has become, as far as it was loaded. */
export function findRow(state: SessionState, rows: readonly Row[], uuid: string): RowTarget | null {
  const entry = getValue(state.lines, uuid)?.entry
  const found = entry === undefined ? undefined : getItem(state.main.entries, entry)
  if (found !== undefined) return findByKeys(rows, toKeys(found, uuid)) ?? findByKeys(rows, toKeys(found))
  return findCall(rows, ({ call }) => call.resultUuid === uuid) ?? findInAgents(state, rows, uuid)
}

/** The same by the message itself: results, and what agents say, stand in the call that they belong to. */
export function findRowOf(rows: readonly Row[], raw: unknown): RowTarget | null {
  const message = fieldOf(raw, 'message')
  const results = listOf(message, 'content').flatMap((block) => textOf(block, 'tool_use_id') ?? [])
  const keys = [textOf(raw, 'parent_tool_use_id'), ...results].filter((key) => key !== undefined)
  const id = textOf(message, 'id')
  return findByKeys(rows, new Set(keys)) ?? (id === undefined ? null : findByPrefix(rows, `${id}:`))
}

/** Where a call stands, also in an agent. */
export function findCallRow(rows: readonly Row[], id: string): RowTarget | null {
  for (const row of rows) {
    for (const call of row.kind === 'tools' ? row.calls : []) {
      if (call.key === id) return { rowKey: row.key, callKey: id }
      const found = findCallRow(call.rows ?? [], id)
      if (found !== null)
        return { rowKey: row.key, callKey: call.key, inside: [found.callKey ?? id, ...(found.inside ?? [])] }
    }
  }
  return null
}

/** Of all that a message says, or of what came with one line of it. */
function toKeys(entry: Entry, line?: string): ReadonlySet<string> {
  if (entry.kind !== 'assistant') return new Set([`${entry.kind}:${entry.id}`])
  const parts = entry.parts.filter(({ uuid }) => line === undefined || uuid === line)
  return new Set(parts.map((part) => (part.kind === 'tool' ? part.id : `${entry.id}:${part.block}`)))
}

/** Rows of an agent stand inside the call that sent it. */
function findInAgents(state: SessionState, rows: readonly Row[], uuid: string): RowTarget | null {
  for (const row of rows) {
    if (row.kind !== 'tools') continue
    for (const call of row.calls) {
      const inside = findPath(state, call.rows ?? [], uuid)
      if (inside !== null) return { rowKey: row.key, callKey: call.key, inside }
    }
  }
  return null
}

function findPath(state: SessionState, rows: readonly Row[], uuid: string): string[] | null {
  for (const row of rows) {
    if (row.kind !== 'tools') {
      if (linesOf(state, row).link === uuid) return [row.key]
      continue
    }
    for (const { key, call, rows: inner = [] } of row.calls) {
      if (call.uuid === uuid || call.resultUuid === uuid) return [key]
      const further = findPath(state, inner, uuid)
      if (further !== null) return [key, ...further]
    }
  }
  return null
}

function findByKeys(rows: readonly Row[], keys: ReadonlySet<string>): RowTarget | null {
  for (const row of rows) {
    if (keys.has(row.key)) return { rowKey: row.key }
    const call = findCall([row], ({ key }) => keys.has(key))
    if (call !== null) return call
  }
  return null
}

function findCall(rows: readonly Row[], isIt: (call: CallRow) => boolean): RowTarget | null {
  for (const row of rows) {
    const call = row.kind === 'tools' ? row.calls.find(isIt) : undefined
    if (call !== undefined) return { rowKey: row.key, callKey: call.key }
  }
  return null
}

function findByPrefix(rows: readonly Row[], prefix: string): RowTarget | null {
  const row = rows.find(({ key }) => key.startsWith(prefix))
  return row === undefined ? null : { rowKey: row.key }
}
