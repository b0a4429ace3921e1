/** Parses a JSON text that is still being written: strings, lists and objects are closed where the text breaks off. */
export function parsePartialJson(text: string): unknown {
  const { closers, keep } = scan(text)
  for (const end of keep) {
    try {
      return JSON.parse(text.slice(0, end.at) + (end.isInString ? '"' : '') + end.closers)
    } catch {
      // The text breaks off inside a number or a word: the end before that item is tried next.
    }
  }
  return closers === '' ? undefined : {}
}

interface End {
  at: number
  isInString: boolean
  closers: string
}

/** Offsets at which the text can be cut and closed, the best first: its end, its last commas, its last brackets. */
function scan(text: string): { closers: string; keep: End[] } {
  const stack: string[] = []
  const keep: End[] = []
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') {
      stack.push(character === '{' ? '}' : ']')
      keep.push({ at: at + 1, isInString: false, closers: toClosers(stack) })
    } else if (character === '}' || character === ']') stack.pop()
    else if (character === ',') keep.push({ at, isInString: false, closers: toClosers(stack) })
  }
  const closers = toClosers(stack)
  // An escape that breaks off would swallow the quote that closes the string.
  const tail = isInString ? /\\(u[\da-f]{0,3})?$/i.exec(text)?.index : undefined
  return { closers, keep: [{ at: tail ?? text.length, isInString, closers }, ...keep.slice(-8).reverse()] }
}

function toClosers(stack: readonly string[]): string {
  return stack.toReversed().join('')
}
