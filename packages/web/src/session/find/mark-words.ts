/** More than anybody looks at; a letter alone would be everywhere. */
const MAX_MARKS = 2000

/**
 * Marks the words in what is drawn, by ranges beside the document: nothing in it is changed, so nothing is drawn again. A browser
 * that has no such marks shows the entry that was found.
 */
export function markWords(root: HTMLElement, words: string, current: Element | null): void {
  const highlights = globalThis.CSS?.highlights
  if (highlights === undefined) return
  if (words === '' && highlights.size === 0) return
  const ranges = words === '' ? [] : findRanges(root, words.toLowerCase())
  const isCurrent = (range: Range) => current?.contains(range.startContainer) ?? false
  highlights.set('found', new Highlight(...ranges.filter((range) => !isCurrent(range))))
  highlights.set('found-current', new Highlight(...ranges.filter(isCurrent)))
}

/** Words that run over several pieces of text (`**bo**ld`) are not marked; their entry is. */
function findRanges(root: HTMLElement, wanted: string): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node !== null && ranges.length < MAX_MARKS; node = walker.nextNode()) {
    const whole = node.nodeValue ?? ''
    const lower = whole.toLowerCase()
    // A few letters have a longer small form, which would move everything behind them.
    const text = lower.length === whole.length ? lower : whole
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
