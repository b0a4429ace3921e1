import { toVisibleText } from '../../text/visible-text.ts'

export type TextRun = { kind: 'text'; text: string } | { kind: 'blank'; what: 'empty lines' | 'spaces'; count: number }

/** More empty lines, or more spaces in a line, than anybody would type. */
const BLANK = /(?:[ \t]*\n){6,}|[ \t]{60,}/g

/** A text in pieces, with the stretches of nothing counted. */
export function toTextRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let end = 0
  for (const { 0: blank, index } of text.matchAll(BLANK)) {
    const lines = blank.split('\n').length - 1
    push(text.slice(end, index))
    runs.push(
      lines === 0
        ? { kind: 'blank', what: 'spaces', count: blank.length }
        : // The first break only ends the line before.
          { kind: 'blank', what: 'empty lines', count: lines - 1 },
    )
    end = index + blank.length
  }
  push(text.slice(end))
  return runs

  function push(piece: string) {
    if (piece !== '') runs.push({ kind: 'text', text: toVisibleText(piece) })
  }
}
