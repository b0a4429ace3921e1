import {
  type AssistantEntry,
  type CallRow,
  type Entry,
  findEntry,
  getValue,
  type Row,
  type SessionState,
} from '@quarterdeck/transcript'

/** The actions on a row that need the lines it was made from. */
export interface EntryLines {
  /** As the CLI wrote them: of a call also its result. */
  raw: readonly string[]
  /** The line that a link leads to. */
  link?: string
  /** The line that a copy of the conversation ends with, where it can end here. */
  fork?: string
}

/** The lines that a row was made from; undefined for rows of drafts and of days. */
export function entryOf(state: SessionState, row: Row): Entry | undefined {
  const place = placeOf(state, row)
  return place === undefined ? undefined : findEntry(state, place)
}

/** What an agent says is no end of a copy: that is of the conversation that it was sent from. */
export function linesOf(state: SessionState, row: Row): EntryLines {
  const place = placeOf(state, row)
  const entry = place === undefined ? undefined : findEntry(state, place)
  const own = row.kind === 'tools' ? linesOfCalls(row.calls, entry) : linesOfWords(row, entry)
  if (place === undefined) return { raw: own.raw }
  return place.lane === '' ? own : { raw: own.raw, ...(own.link && { link: own.link }) }
}

function linesOfCalls(calls: readonly CallRow[], entry: Entry | undefined): EntryLines {
  const fork = entry?.kind === 'assistant' ? findWholeEnd(entry) : undefined
  const [only] = calls
  // Each call of a run has a menu of its own for what is about it alone.
  if (calls.length > 1 || only === undefined) return { raw: [], ...(fork && { fork }) }
  const { uuid, resultUuid } = only.call
  return {
    raw: [uuid, resultUuid].filter((line) => line !== undefined),
    ...(uuid && { link: uuid }),
    ...(fork && { fork }),
  }
}

function linesOfWords(row: Row, entry: Entry | undefined): EntryLines {
  if (entry?.kind === 'assistant') {
    const at = entry.parts.findIndex((part) => part.kind !== 'tool' && `${entry.id}:${part.block}` === row.key)
    const uuid = entry.parts[at]?.uuid ?? entry.uuid
    if (uuid === undefined) return { raw: [] }
    const isBehindCall = entry.parts.slice(0, at).some(({ kind }) => kind === 'tool')
    const fork = row.kind === 'text' ? (isBehindCall ? findWholeEnd(entry) : uuid) : undefined
    return { raw: [uuid], link: uuid, ...(fork && { fork }) }
  }
  const uuid = row.kind === 'user' ? row.entry.id : entry?.id
  if (uuid === undefined) return { raw: [] }
  return { raw: [uuid], link: uuid, ...(row.kind === 'user' && { fork: uuid }) }
}

/**
 * Behind the last result of a message: before it, the history would have a call that nothing came of, and Claude would be told of an
 * internal error. Undefined while there is no such line.
 */
function findWholeEnd(entry: AssistantEntry): string | undefined {
  const isWhole = entry.parts.every(
    (part) =>
      part.kind !== 'tool' ||
      part.resultUuid !== undefined ||
      // A tool that the API runs itself has its result in the same message.
      part.status === 'done' ||
      part.status === 'failed',
  )
  return isWhole ? (entry.resultUuid ?? entry.uuid) : undefined
}

function placeOf(state: SessionState, row: Row) {
  return getValue(state.positions, toPlaceName(row)) ?? placeOfLine(state, row)
}

/** Answers and calls are known by the names that the API gave them. */
function toPlaceName(row: Row): string {
  if (row.kind === 'tools') return row.calls.at(-1)?.call.id ?? ''
  return row.key.slice(0, row.key.lastIndexOf(':'))
}

function placeOfLine(state: SessionState, row: Row): { lane: string; entry: number } | undefined {
  const entry = getValue(state.lines, row.key.slice(row.key.indexOf(':') + 1))?.entry
  return entry === undefined ? undefined : { lane: '', entry }
}
