/** Characters that change what is seen without being seen: controls but for line and tab, formats (bidirectional, zero-width), separators. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text with everything in it to be seen: what a person approves must be what they read. */
export function toVisibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
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
