import type { DatabaseSync } from 'node:sqlite'
import { readMeta } from './line-numbers.ts'

/** All words of the index, each between newlines, and the line up to which they were collected. */
export interface Vocabulary {
  coveredTo: number
  terms: string
}

/** Reading all words from FTS5 means reading all of the index, so they are kept beside it. */
export function storeVocabulary(database: DatabaseSync): void {
  const coveredTo = readMeta(database, 'highest_line') ?? 0
  database
    .prepare(`INSERT OR REPLACE INTO vocabulary
      SELECT 1, ?, char(10) || coalesce(group_concat(term, char(10)) || char(10), '') FROM terms`)
    .run(coveredTo)
}

export function readVocabulary(database: DatabaseSync): Vocabulary | null {
  const row = database.prepare('SELECT covered_to, terms FROM vocabulary').get()
  return row === undefined ? null : { coveredTo: row.covered_to as number, terms: row.terms as string }
}

/** The words in which a text stands, where a newline in it is the edge of a word; null where they are more than `most`. */
export function findTerms({ terms }: Vocabulary, text: string, most: number): string[] | null {
  const found: string[] = []
  const [before, after] = [Number(text.startsWith('\n')), Number(text.endsWith('\n'))]
  for (let at = terms.indexOf(text); at !== -1; ) {
    const start = terms.lastIndexOf('\n', at + before - 1) + 1
    const end = terms.indexOf('\n', at + text.length - after)
    found.push(terms.slice(start, end))
    if (found.length > most) return null
    at = terms.indexOf(text, end)
  }
  return found
}
