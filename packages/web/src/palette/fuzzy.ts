/**
 * How well what was typed fits a text: null where a letter is missing. Letters count in their order; at the beginnings of words and
 * next to each other they count more. Several words may fit anywhere.
 */
export function toFit(typed: string, text: string): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  let sum = 0
  for (const word of words) {
    const fit = toWordFit(word, text.toLowerCase())
    if (fit === null) return null
    sum += fit
  }
  // Of two that fit alike, the shorter one is meant.
  return sum - text.length / 1000
}

function toWordFit(word: string, text: string): number | null {
  const whole = text.indexOf(word)
  if (whole !== -1) return word.length * 4 + (isWordStart(text, whole) ? 8 : 0)
  let at = -1
  let fit = 0
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1)
    if (next === -1) return null
    fit += isWordStart(text, next) ? 3 : next === at + 1 ? 2 : 0
    at = next
  }
  return fit
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
}
