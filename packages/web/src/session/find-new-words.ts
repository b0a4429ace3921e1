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
  const now = new Set(finished.map((row) => row.key))
  const fresh = known === null ? [] : finished.filter((row) => !known.has(row.key))
  const text = fresh
    .map((row) => (row.kind === 'text' ? `Claude: ${row.text.slice(0, MAX_CHARACTERS)}` : ''))
    .join('\n')
  return { text, known: known === null ? now : new Set([...known, ...now]) }
}
