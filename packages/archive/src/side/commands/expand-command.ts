/**
 * What the CLI makes of a command and what was typed behind it. `$ARGUMENTS` is all of it, `$0` and `$ARGUMENTS[0]` the first word,
 * and a name that the head declares its word; what was not given stays as it is, and a backslash keeps a `$`. Where nothing was
 * filled in, the arguments are added at the end. Nothing is run: a `!` stays a `!`.
 */
export function expandCommand(body: string, typed: string, argumentNames: readonly string[] = []): string {
  const words = splitWords(typed)
  const names = argumentNames
    .filter((name) => /^\w[\w-]*$/.test(name))
    .toSorted((one, other) => other.length - one.length)
  const named = names.map((name) => `${name}(?![\\[\\w])`)
  const pattern = new RegExp(
    `\\\\?\\$(?:${[...named, 'ARGUMENTS\\[\\d+\\]', 'ARGUMENTS', '\\d+(?!\\w)'].join('|')})`,
    'g',
  )
  let isFilled = false
  const text = body.replaceAll(pattern, (found) => {
    if (found.startsWith('\\')) return found.slice(1)
    const value = toValue(found.slice(1), typed, words, argumentNames)
    if (value === undefined) return found
    isFilled = true
    return value
  })
  return isFilled || typed.trim() === '' ? text : `${text}\n\nARGUMENTS: ${typed}`
}

function toValue(word: string, typed: string, words: string[], argumentNames: readonly string[]): string | undefined {
  if (word === 'ARGUMENTS') return typed
  const place = argumentNames.indexOf(word)
  // A named argument that was not given is empty; a numbered one stays.
  if (place >= 0) return words[place] ?? ''
  return words[Number(/\d+/.exec(word)?.[0])]
}

/** Words as a shell splits them, quotes kept together. */
function splitWords(typed: string): string[] {
  const parts = typed.match(/(?:[^\s"']|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? []
  return parts.map((part) =>
    part.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_, one?: string, other?: string) => one?.replaceAll(/\\(.)/g, '$1') ?? other ?? '',
    ),
  )
}
