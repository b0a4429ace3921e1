/** How a test stands in a file: it runs, it is left out, or there is none of this title. Goes by the indentation that the formatter gives. */
export function findTest(source: string, title: string): 'runs' | 'left out' | 'missing' {
  const lines = source.split('\n')
  const quoted = ["'", '`', '"'].map((quote) => `${quote}${title}${quote}`)
  const found = lines.flatMap((line, at) => {
    if (!quoted.some((words) => line.includes(words))) return []
    const start = findStart(lines, at)
    return start === null ? [] : [start]
  })
  if (found.length === 0) return 'missing'
  return found.some((at) => !isLeftOut(lines, at)) ? 'runs' : 'left out'
}

const TEST = /^\s*(?:it|test)\b[.(]/
const LEFT_OUT = /^\s*(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo)\b/

const depthOf = (line: string) => line.length - line.trimStart().length

/** The line that begins the call in which the title stands: itself, or the nearest one that stands less deep. */
function findStart(lines: readonly string[], at: number): number | null {
  if (TEST.test(lines[at] ?? '')) return at
  // The title of a table stands behind it: `])('title', …`, as deep as its beginning.
  const isBehind = /^\s*\]?\)+\(/.test(lines[at] ?? '')
  if (!isBehind && !/^\s*['"`]/.test(lines[at] ?? '')) return null
  const depth = depthOf(lines[at] ?? '')
  for (let line = at - 1; line >= 0; line--) {
    const text = lines[line] ?? ''
    if (text.trim() === '' || depthOf(text) > depth || (depthOf(text) === depth && !isBehind)) continue
    if (depthOf(text) === depth && !TEST.test(text)) continue
    return TEST.test(text) ? line : null
  }
  return null
}

/** By its own words, or by those of a group around it. */
function isLeftOut(lines: readonly string[], at: number): boolean {
  let depth = depthOf(lines[at] ?? '')
  if (LEFT_OUT.test(lines[at] ?? '')) return true
  for (let line = at - 1; line >= 0; line--) {
    const text = lines[line] ?? ''
    if (text.trim() === '' || depthOf(text) >= depth) continue
    depth = depthOf(text)
    if (LEFT_OUT.test(text)) return true
  }
  return false
}
