import { type Entry, getItem, getValue, type Row, type SessionState } from '@quarterdeck/transcript'

/** What a row of the conversation itself was made from; undefined for rows of drafts, of agents and of days. */
export function entryOf(state: SessionState, row: Row): Entry | undefined {
  const place = getValue(state.places, toPlaceName(row)) ?? placeOfLine(state, row)
  return place?.lane === '' ? getItem(state.main.entries, place.entry) : undefined
}

/** The message that a row is a part of, as the server knows it. */
export function uuidOf(state: SessionState, row: Row): string | undefined {
  const entry = entryOf(state, row)
  if (entry === undefined) return undefined
  return entry.kind === 'assistant' ? entry.uuid : entry.id
}

/** Answers and calls are known by the names that the API gave them. */
function toPlaceName(row: Row): string {
  if (row.kind === 'tools') return row.calls[0]?.call.id ?? ''
  return row.key.slice(0, row.key.lastIndexOf(':'))
}

function placeOfLine(state: SessionState, row: Row): { lane: ''; entry: number } | undefined {
  const entry = getValue(state.lines, row.key.slice(row.key.indexOf(':') + 1))?.entry
  return entry === undefined ? undefined : { lane: '', entry }
}
