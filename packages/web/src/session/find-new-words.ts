import type { Row } from '@quarterdeck/transcript'

/** As much of a message as is said aloud; the rest can be read. */
const MAX_CHARACTERS = 500
/** Only the end of a conversation can be new. */
const MAX_ROWS = 50

/** What Claude has finished saying since the last look. With nothing known yet, everything is old. */
export function findNewWords(
  rows: readonly Row[],
  known: ReadonlySet<string> | null,
): { text: string; known: ReadonlySet<string> } {
  const finished = rows.slice(-MAX_ROWS).filter((row) => row.kind === 'text' && !row.isDraft)
  if (known === null) return { text: '', known: new Set(finished.map((row) => row.key)) }
  const fresh = finished.filter((row) => !known.has(row.key))
  if (fresh.length === 0) return { text: '', known }
  const text = fresh
    .map((row) => (row.kind === 'text' ? `Claude: ${row.text.slice(0, MAX_CHARACTERS)}` : ''))
    .join('\n')
  return { text, known: new Set([...known, ...fresh.map((row) => row.key)]) }
}
