import { diffWordsWithSpace, structuredPatch } from 'diff'

/** A part of a change, as the CLI tells it in `structuredPatch` and jsdiff computes it. */
export interface Hunk {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  lines: string[]
}

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap'
  oldNumber?: number
  newNumber?: number
  /** The text in pieces; those that differ from the other side's line are marked. */
  pieces: readonly { text: string; isChanged: boolean }[]
}

/** Longer lines are compared as wholes: word by word would take long and show nothing. */
const MAX_WORD_DIFF = 500
/** Lines that differ in more words than this are two lines, and to find out how takes long. */
const MOST_WORDS = 60

/** To find the shortest way between two texts that have little in common takes time with the square of their length. */
const LONGEST_MS = 100

/** The change between two texts, with a few lines around it. */
export function computeHunks(before: string, after: string): Hunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: LONGEST_MS })
  return patch?.hunks ?? [replaceAll(before, after)]
}

/** One text in the place of the other. */
function replaceAll(before: string, after: string): Hunk {
  const [removed, added] = [before.split('\n'), after.split('\n')]
  return {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  }
}

export function countChanges(hunks: readonly Hunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return { added: count('+'), removed: count('-') }
}

/** All that is shown; `\\ No newline at end of file` is about the line before it. */
export function countLines(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => !line.startsWith('\\')).length, 0)
}

/** As much of a change as so many lines hold. */
export function cutHunks(hunks: readonly Hunk[], maxLines: number): Hunk[] {
  let left = maxLines
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left)
    left -= lines.length
    return lines.length === 0 ? [] : [{ ...hunk, lines }]
  })
}

/** Hunks as lines with their numbers, and the words within a line that have changed. */
export function toDiffLines(hunks: readonly Hunk[]): DiffLine[] {
  return hunks.flatMap((hunk, index) => [...(index > 0 ? [GAP] : []), ...toHunkLines(hunk)])
}

const GAP: DiffLine = { kind: 'gap', pieces: [] }

function toHunkLines({ oldStart, newStart, lines }: Hunk): DiffLine[] {
  let oldNumber = oldStart
  let newNumber = newStart
  const found: DiffLine[] = []
  for (let index = 0; index < lines.length; ) {
    const run = takeRun(lines, index)
    if (run.length === 0) {
      const line = lines[index] as string
      // `\ No newline at end of file` is about the line before it.
      if (!line.startsWith('\\'))
        found.push({ kind: 'same', oldNumber: oldNumber++, newNumber: newNumber++, pieces: whole(line.slice(1)) })
      index += 1
      continue
    }
    const removed = run.filter((line) => line.startsWith('-')).map((line) => line.slice(1))
    const added = run.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    // A line that came in the place of another mostly stands where that stood.
    const pairs = removed.map((line, place) => compare(line, added[place]))
    for (const { before } of pairs) found.push({ kind: 'removed', oldNumber: oldNumber++, pieces: before })
    added.forEach((line, place) => {
      const pieces = pairs[place]?.after ?? whole(line)
      found.push({ kind: 'added', newNumber: newNumber++, pieces })
    })
    index += run.length
  }
  return found
}

/** Lines that were taken away and those that came in their place. */
function takeRun(lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, index) => index >= from && !/^[-+\\]/.test(line))
  const run = lines.slice(from, end === -1 ? lines.length : end)
  return run.some((line) => /^[-+]/.test(line)) ? run : []
}

function compare(before: string, after: string | undefined) {
  if (after === undefined || before.length > MAX_WORD_DIFF || after.length > MAX_WORD_DIFF)
    return { before: whole(before), after: after === undefined ? undefined : whole(after) }
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS })
  if (parts === undefined) return { before: whole(before), after: whole(after) }
  const same = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.length), 0)
  // Two lines that have little in common are two lines: marking nearly everything marks nothing.
  if (same * 3 < Math.max(before.length, after.length)) return { before: whole(before), after: whole(after) }
  return {
    before: parts.filter((part) => !part.added).map((part) => ({ text: part.value, isChanged: part.removed })),
    after: parts.filter((part) => !part.removed).map((part) => ({ text: part.value, isChanged: part.added })),
  }
}

function whole(text: string): DiffLine['pieces'] {
  return [{ text, isChanged: false }]
}
