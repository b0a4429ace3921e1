import type { PatchHunk } from '@quarterdeck/protocol/tools'

const CONTEXT = 3

/** The change between two texts as one hunk: what is equal at the beginning and at the end is left out, but for some lines. */
export function toPatch(before: string, after: string): PatchHunk[] {
  if (before === after) return []
  const [old, new_] = [toLines(before), toLines(after)]
  let head = 0
  while (head < old.length && head < new_.length && old[head] === new_[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < new_.length - head && old.at(-1 - tail) === new_.at(-1 - tail)) tail++
  const start = Math.max(0, head - CONTEXT)
  const context = Math.min(CONTEXT, tail)
  const removed = old.slice(head, old.length - tail)
  const added = new_.slice(head, new_.length - tail)
  const leading = old.slice(start, head)
  const trailing = old.slice(old.length - tail, old.length - tail + context)
  return [
    {
      oldStart: start + 1,
      oldLines: leading.length + removed.length + trailing.length,
      newStart: start + 1,
      newLines: leading.length + added.length + trailing.length,
      lines: [
        ...leading.map((line) => ` ${line}`),
        ...removed.map((line) => `-${line}`),
        ...added.map((line) => `+${line}`),
        ...trailing.map((line) => ` ${line}`),
      ],
    },
  ]
}

/** A newline at the end ends the last line and does not begin another. */
function toLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
