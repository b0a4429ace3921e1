/** Scripts that put no space between words: each of their characters is a word of its own to the index. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const EACH_SPACELESS = new RegExp(SPACELESS, 'gu')
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/

/** Quick to say no: most texts have nothing beyond Latin in them. */
const MAY_BE_SPACELESS = /[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\uffff]/

export function isSpaceless(text: string): boolean {
  return MAY_BE_SPACELESS.test(text) && SPACELESS.test(text)
}

/** As the index takes it: with every character of such a script standing alone. */
export function spaceOut(text: string): string {
  return isSpaceless(text) ? text.replaceAll(EACH_SPACELESS, ' $& ') : text
}

/** Without case and accents. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export interface FoldedText {
  folded: string
  /** Where each unit of `folded`, and its end, stands in the text; null where both are the same. */
  places: number[] | null
}

/** The folded text together with the way back. */
export function foldWithPlaces(text: string): FoldedText {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), places: null }
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = foldText(character)
    for (let unit = 0; unit < plain.length; unit++) places.push(at)
    folded += plain
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** The words of a folded text, as the index divides it. */
export function toWords(folded: string): string[] {
  return spaceOut(folded).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}
