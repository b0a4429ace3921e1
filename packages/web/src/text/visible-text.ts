/**
 * Characters that change what is seen without being seen: controls but for line and tab, formats (bidirectional, zero-width), separators,
 * what no font has, letters that are drawn as nothing, spaces that are not the space, and selectors of a variant behind
 * nothing that has any. What joins one picture of several is left: it is seen.
 */
const HIDDEN =
  /(?![\n\t ])(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d\p{Extended_Pictographic})(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|(?!(?<=\p{Extended_Pictographic})\ufe0f)\p{Variation_Selector})/gu

/** Text with everything in it to be seen: what a person approves must be what they read. */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** The same for JSON: what cannot be seen is written as JSON writes it, so that it still means the same. */
export function toVisibleJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? ''
  return text.replace(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** A value as text; one that is nested too deeply to write out is said to be so. */
export function toValueText(value: unknown): string {
  if (typeof value === 'string') return toVisibleText(value)
  try {
    return toVisibleText(JSON.stringify(value, null, 2) ?? 'undefined')
  } catch {
    return '(nested too deeply to show: better deny it)'
  }
}
