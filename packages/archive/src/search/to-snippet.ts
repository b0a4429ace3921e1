import type { Mark } from './find-marks.ts'

export interface Snippet {
  /** One line of plain text; it may say anything, and nothing in it is markup. */
  text: string
  /** What was found, as ranges of `text`. */
  marks: Mark[]
}

const BEFORE = 60
const LENGTH = 220

/** The surroundings of the first mark. */
export function toSnippet(text: string, marks: readonly Mark[]): Snippet {
  const first = marks[0]?.[0] ?? 0
  const from = toEdge(text, Math.max(0, first - BEFORE))
  const to = toEdge(text, Math.min(text.length, from + LENGTH))
  const head = from > 0 ? '…' : ''
  // Character by character, so that ranges stay where they are.
  const cut = text.slice(from, to).replaceAll(/[\s\p{Cc}]/gu, ' ')
  const shift = head.length - from
  return {
    text: head + cut + (to < text.length ? '…' : ''),
    marks: marks
      .filter(([start]) => start < to)
      .map(([start, end]): Mark => [start + shift, Math.min(end, to) + shift]),
  }
}

/** Never between the halves of a character. */
function toEdge(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
