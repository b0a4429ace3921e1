import { findTerms, type Vocabulary } from '../index/vocabulary.ts'
import { isSpaceless } from './fold-text.ts'
import type { Query, QueryPart } from './parse-query.ts'

/** With more words than these, a text stands nearly everywhere, and a look into the newest files finds enough. */
const MOST_TERMS = 2000

/**
 * An FTS5 expression for lines that may hold texts inside of words. `everywhere` where the texts are too common, or have no words in
 * them; `nowhere` where no word of the index holds one of them.
 */
export function toSubstringMatch(query: Query, vocabulary: Vocabulary): { match: string } | 'everywhere' | 'nowhere' {
  const phrases: string[] = []
  for (const part of query.parts) {
    const terms = toTermLists(part, vocabulary)
    if (terms.includes(null)) continue
    if (terms.some((list) => list?.length === 0)) return 'nowhere'
    for (const list of terms) phrases.push(`(${list?.map((term) => `"${term}"`).join(' OR ')})`)
  }
  return phrases.length === 0 ? 'everywhere' : { match: `text : (${phrases.join(' AND ')})` }
}

/** For each piece of the text the words it may be a part of: `o.ba` is in a word that ends with `o` and one that begins with `ba`. */
function toTermLists({ text, words }: QueryPart, vocabulary: Vocabulary): (string[] | null)[] {
  if (isSpaceless(text)) return words.map((word) => [word])
  return words.map((word, place) => {
    const isFirst = place === 0
    const isLast = place === words.length - 1
    const around = `${isFirst ? '' : '\n'}${word}${isLast ? '' : '\n'}`
    return findTerms(vocabulary, around, MOST_TERMS)
  })
}
