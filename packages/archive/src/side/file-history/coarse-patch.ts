const SEPARATOR = '='.repeat(67)
const NO_NEWLINE = '\\ No newline at end of file'

/** A unified diff of one hunk: everything between the first and the last line that differ is taken out and put in. */
export function createCoarsePatch({
  from,
  to,
  oldText,
  nextText,
}: {
  from: string
  to: string
  oldText: string
  nextText: string
}): string {
  const [old, next] = [toLines(oldText), toLines(nextText)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = next.slice(start, next.length - end)
  const head = [
    SEPARATOR,
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -${toRange(start, removed.length)} +${toRange(start, added.length)} @@`,
  ]
  return `${[...head, ...removed.map((line) => toRow('-', line)), ...added.map((line) => toRow('+', line))].join('\n')}\n`
}

/** Lines with their ends, so that a last line without one differs from one that has it. */
function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function toRow(sign: string, line: string): string {
  return line.endsWith('\n') ? `${sign}${line.slice(0, -1)}` : `${sign}${line}\n${NO_NEWLINE}`
}

function toRange(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`
}
