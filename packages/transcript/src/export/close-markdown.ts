import { toPlainText } from './plain-text.ts'

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** Runs are taken whole: a line of nothing but backticks must not be tried in every way. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g

/**
 * Somebody's Markdown as a part of ours: what it opens it also closes, or the rest of the page would be in its code block, and its
 * HTML is words, as it is on our page.
 */
export function closeMarkdown(text: string): string {
  let open: string | undefined
  const lines = toPlainText(text)
    .split('\n')
    .map((line) => {
      const fence = FENCE.exec(line)?.[1]
      if (open === undefined) {
        open = fence
        return fence === undefined ? withoutHtml(line) : line
      }
      if (fence?.startsWith(open) && line.trim() === fence) open = undefined
      return line
    })
  return open === undefined ? lines.join('\n') : [...lines, open].join('\n')
}

/** Code says what it says; everywhere else a tag would be one. */
function withoutHtml(line: string): string {
  let from = 0
  let out = ''
  for (const code of line.matchAll(CODE)) {
    out += escapeTags(line.slice(from, code.index)) + code[0]
    from = code.index + code[0].length
  }
  return out + escapeTags(line.slice(from))
}

function escapeTags(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
}
