import { foldWithPlaces } from './fold-text.ts'
import type { Query, QueryPart } from './parse-query.ts'

/** From and to, in units of the text. */
export type Mark = [number, number]

const MOST_MARKS_OF_A_PART = 50

/** Where the parts of a query stand in a text; null where one of them does not. */
export function findMarks(text: string, query: Query): Mark[] | null {
  const { folded, places } = foldWithPlaces(text)
  const marks: Mark[] = []
  for (const part of query.parts) {
    const found = findPart(folded, part, query.isSubstring)
    if (found.length === 0) return null
    marks.push(...found.map(([from, to]): Mark => (places === null ? [from, to] : toPlaces(places, from, to))))
  }
  return merge(marks)
}

function findPart(folded: string, part: QueryPart, isSubstring: boolean): Mark[] {
  const marks: Mark[] = []
  const pattern = toPattern(part, isSubstring)
  for (const { index, 0: found } of folded.matchAll(pattern)) {
    marks.push([index, index + found.length])
    if (marks.length === MOST_MARKS_OF_A_PART) break
  }
  return marks
}

const WORD = '[\\p{L}\\p{N}\\p{Co}]'
const SPACELESS_WORD = /[^\p{ASCII}]/u

function toPattern({ text, words, isPrefix }: QueryPart, isSubstring: boolean): RegExp {
  if (isSubstring || words.length === 0) return new RegExp(toLiteral(text), 'gu')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  // A word of Latin letters ends where its letters end; in scripts without spaces everything is a word.
  const before = SPACELESS_WORD.test(first) ? '' : `(?<!${WORD})`
  const after = isPrefix || SPACELESS_WORD.test(last) ? '' : `(?!${WORD})`
  return new RegExp(before + words.map(toLiteral).join('[^\\p{L}\\p{N}\\p{Co}]*') + after, 'gu')
}

function toLiteral(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function toPlaces(places: readonly number[], from: number, to: number): Mark {
  return [places[from] ?? 0, places[to] ?? places.at(-1) ?? 0]
}

function merge(marks: Mark[]): Mark[] {
  const merged: Mark[] = []
  for (const [from, to] of marks.sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
