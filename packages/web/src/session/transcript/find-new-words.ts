import type { Row } from '@quarterdeck/transcript'

/** As much of a message as is said aloud; the rest can be read. */
const MAX_CHARACTERS = 500
/** Only the end of a conversation can be new. */
const MAX_ROWS = 50

/** The texts that were announced, or stood there before. */
export interface KnownWords {
  finished: ReadonlySet<string>
  drafts: ReadonlySet<string>
  /** The newest that was finished: what is new stands behind it. Null where nothing had been said. */
  last: string | null
}

/** The texts that Claude has finished since the last look. With nothing known yet, everything is old. */
export function findNewWords(rows: readonly Row[], known: KnownWords | null): { text: string; known: KnownWords } {
  // Looked at for each piece of a text that is being written.
  const end = rows.slice(-MAX_ROWS)
  const finished = end.filter((row) => (row.kind === 'text' && !row.isDraft) || row.kind === 'user')
  const drafts = end.filter((row) => row.kind === 'text' && row.isDraft)
  const unknown = finished.filter(({ key }) => !known?.finished.has(key))
  const fresh = known === null ? [] : findFresh(rows, unknown, known)
  return {
    text: fresh
      .flatMap((row) => (row.kind === 'text' ? `Claude: ${row.text.slice(0, MAX_CHARACTERS)}` : []))
      .join('\n'),
    known: {
      finished: toSet(known?.finished ?? new Set(), unknown),
      drafts: new Set(drafts.map(({ key }) => key)),
      last: finished.at(-1)?.key ?? known?.last ?? null,
    },
  }
}

function toSet(known: ReadonlySet<string>, unknown: readonly Row[]): ReadonlySet<string> {
  return unknown.length === 0 ? known : new Set([...known, ...unknown.map(({ key }) => key)])
}

/** Older messages come before what is known; where the newest of that is not there, somebody looks at another branch. */
function findFresh(rows: readonly Row[], unknown: readonly Row[], { drafts, last }: KnownWords): Row[] {
  const place = last === null ? -1 : rows.findLastIndex(({ key }) => key === last)
  if (unknown.length === 0 || (last !== null && place === -1)) return []
  return unknown.filter((row) => drafts.has(row.key) || rows.lastIndexOf(row) > place)
}
