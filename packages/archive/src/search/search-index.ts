import { readSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { findToken } from '../index/line-numbers.ts'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { OpenFiles } from '../transcripts/open-files.ts'
import { findMarks } from './find-marks.ts'
import type { Query } from './parse-query.ts'
import type { SearchFilter } from './search-filter.ts'
import { compareHits, type SearchHit, toHit } from './search-hit.ts'
import { toSearchText } from './search-text.ts'

/** Lines are numbered about as they were written; within so many of them, hits are put in the order of time. */
const WINDOW = 400

export interface IndexPlace {
  /** Only lines with smaller numbers. */
  below: number
  /** So many of the first window were given already. */
  skip: number
}

export const NEWEST: IndexPlace = { below: Number.MAX_SAFE_INTEGER, skip: 0 }

export interface IndexPage {
  hits: SearchHit[]
  /** Null where there is nothing more. */
  next: IndexPlace | null
}

interface LineRow {
  id: number
  offset: number
  length: number
  at: number
  root: string
  path: string
  session: string
  agent: string | null
}

/** Finds lines by an FTS5 expression, newest first, and reads them from their files. */
export function searchIndex(
  database: DatabaseSync,
  request: { match: string; query: Query; filter: SearchFilter; limit: number; place: IndexPlace },
): IndexPage {
  const { match, query, filter, limit } = request
  const facts = toFactsMatch(database, filter)
  if (facts === null) return { hits: [], next: null }
  const find = database.prepare(`
    SELECT lines.id, lines.offset, lines.length, lines.at, files.root, files.path, files.session, files.agent
    FROM words JOIN lines ON lines.id = words.rowid JOIN files ON files.id = lines.file
    WHERE words MATCH :match AND words.rowid < :below AND lines.at >= :since AND lines.at < :until
      AND (:session IS NULL OR files.session = :session)
    ORDER BY words.rowid DESC LIMIT ${WINDOW}`)
  const files = new OpenFiles()
  const findTool = database.prepare('SELECT tool FROM tool_calls WHERE id = ?')
  const toolOf = (id: string) => findTool.get(id)?.tool as string | undefined
  const hits: SearchHit[] = []
  let { below, skip } = request.place
  try {
    for (;;) {
      const rows = find.all({
        match: match + facts,
        below,
        since: filter.sinceMs ?? Number.MIN_SAFE_INTEGER,
        until: filter.untilMs ?? Number.MAX_SAFE_INTEGER,
        session: filter.sessionId ?? null,
      }) as unknown as LineRow[]
      const lowest = rows.at(-1)?.id ?? 0
      const isLast = rows.length < WINDOW
      rows.sort((one, other) => other.at - one.at || other.id - one.id)
      for (let taken = skip; taken < rows.length; taken++) {
        if (hits.length === limit) return { hits: hits.sort(compareHits), next: { below, skip: taken } }
        const hit = readHit(rows[taken] as LineRow, { query, files, toolOf })
        if (hit !== null) hits.push(hit)
      }
      if (isLast) return { hits: hits.sort(compareHits), next: null }
      below = lowest
      skip = 0
    }
  } finally {
    files.close()
  }
}

/** Filters as words; null where a name was never seen. */
function toFactsMatch(database: DatabaseSync, { role, tool, project, branch }: SearchFilter): string | null {
  const names = Object.entries({ role, tool, project, branch }).flatMap(([kind, name]) =>
    name === undefined ? [] : [`${kind}:${name}`],
  )
  const tokens = names.map((name) => findToken(database, name))
  if (tokens.includes(null)) return null
  return tokens.length === 0 ? '' : ` AND facts : (${tokens.map((token) => `"${token}"`).join(' AND ')})`
}

/** Null where the line is no longer what was indexed, or does not hold what was asked for after all. */
function readHit(
  row: LineRow,
  { query, files, toolOf }: { query: Query; files: OpenFiles; toolOf: (id: string) => string | undefined },
): SearchHit | null {
  const opened = files.open(row)
  if (opened === null) return null
  const bytes = Buffer.allocUnsafe(row.length)
  if (readSync(opened.fd, bytes, 0, row.length, row.offset) < row.length) return null
  const line = parseTranscriptLine(bytes, 0, row.length)
  const found = line === null ? null : toSearchText(line)
  if (line === null || found === null) return null
  const marks = findMarks(found.text, query)
  // FTS5 knows more accents and cases than we do: its word is taken for words, but not for the insides of words.
  if (marks === null && (query.isSubstring || query.parts.some(({ words }) => words.length === 0))) return null
  const call = found.toolUseId === null ? undefined : toolOf(found.toolUseId)
  const file = { path: row.path, sessionId: row.session, agentId: row.agent }
  return toHit({
    line,
    found: { ...found, toolName: found.toolName ?? call ?? null },
    marks: marks ?? [],
    file,
    offset: row.offset,
  })
}
