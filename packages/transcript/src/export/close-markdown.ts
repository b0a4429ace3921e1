import { toPlainText } from './plain-text.ts'

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** A run of backticks is matched as a whole: a line of nothing but backticks would take quadratic time otherwise. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g

/**
 * Makes somebody's Markdown safe inside our page: an open code fence is closed, or the rest of the page would be in it, and HTML tags become
 * text, as they are on the page.
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

/** Escapes tags, except in inline code, where Markdown shows them as text. */
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
