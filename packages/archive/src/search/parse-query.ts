import { foldText, isSpaceless, toWords } from './fold-text.ts'

/**
 * A part of a query; all parts must be found. `words` one after the other, the last of them only begun where `isPrefix` is set.
 * Without words, as for `->`, the text itself must stand in the line.
 */
export interface QueryPart {
  text: string
  words: string[]
  isPrefix: boolean
}

export interface Query {
  parts: QueryPart[]
  /** Inside of words too. */
  isSubstring: boolean
}

/** Everything is a text to be found: there is no syntax but quotes for phrases and a star at the end of a word. */
export function parseQuery(text: string, isSubstring: boolean): Query {
  const pieces = text.normalize('NFC').match(/"[^"]*"?|[^\s"]+/g) ?? []
  const parts = pieces.flatMap((piece): QueryPart[] => {
    const isPhrase = piece.startsWith('"')
    const bare = isPhrase ? piece.replaceAll('"', '').trim() : piece
    const isPrefix = !isPhrase && !isSubstring && /[\p{L}\p{N}]\*$/u.test(bare)
    const wanted = foldText(isPrefix ? bare.slice(0, -1) : bare)
    return wanted === '' ? [] : [{ text: wanted, words: toWords(wanted), isPrefix }]
  })
  return { parts, isSubstring }
}

/** Whether looking inside of words could find more. */
export function hasInsides(query: Query): boolean {
  return query.parts.some(({ text }) => !isSpaceless(text))
}

/** For FTS5. Words are quoted, so that none of them is taken for an operator. Null where the index cannot help. */
export function toMatch(query: Query): string | null {
  const phrases = query.parts.filter(({ words }) => words.length > 0).map(toPhrase)
  return phrases.length === 0 ? null : `text : (${phrases.join(' AND ')})`
}

function toPhrase({ words, isPrefix }: QueryPart): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}
