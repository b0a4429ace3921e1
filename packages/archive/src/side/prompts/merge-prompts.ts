import type { Prompt } from './prompt.ts'

/** A page of one source, newest first, as `readPrompts` gives it. */
export interface SourcePage {
  prompts: readonly Prompt[]
  /** Where the page began; undefined at the end of the file. */
  from: number | undefined
  /** Where the next one begins; null where there is none. */
  next: number | null
  /** When the oldest line was typed that was looked at. */
  reachedMs: number | null
}

export interface MergedPrompts {
  prompts: Prompt[]
  /** Where each source goes on. */
  next: (number | null)[]
}

/** Two programs note the same prompt at about the same time, and nobody types the same twice so quickly in two places. */
const SAME_MS = 10_000

/**
 * One page of several sources, newest first. What two of them noted is given once, as the first of them has it. Each source is
 * gone through in its own order, so that a clock that was set back loses nothing.
 */
export function mergePrompts(pages: readonly SourcePage[], limit: number): MergedPrompts {
  const sources = pages.map((page, at) => ({ page, isDouble: toDoubleTest(pages.slice(0, at)), taken: 0 }))
  const skipDoubles = () => {
    for (const source of sources) {
      for (let head = headOf(source); head !== undefined && source.isDouble(head); head = headOf(source)) source.taken++
    }
  }
  const prompts: Prompt[] = []
  skipDoubles()
  while (prompts.length < limit) {
    const newest = sources.filter(headOf).reduce<(typeof sources)[number] | null>((best, source) => {
      return best === null || toMs(headOf(source)) > toMs(headOf(best)) ? source : best
    }, null)
    const prompt = newest === null ? undefined : headOf(newest)
    if (newest === null || prompt === undefined) break
    // Where a source was not read far enough, it may have something newer.
    if (sources.some((source) => isCutBefore(source, toMs(prompt)))) break
    prompts.push(prompt)
    newest.taken++
    skipDoubles()
  }
  return { prompts, next: sources.map(toNext) }
}

interface Source {
  page: SourcePage
  taken: number
}

function headOf({ page, taken }: Source): Prompt | undefined {
  return page.prompts[taken]
}

/** A prompt without a time stands where its file has it. */
function toMs(prompt: Prompt | undefined): number {
  return prompt?.atMs ?? Number.POSITIVE_INFINITY
}

function isCutBefore(source: Source, atMs: number): boolean {
  const { next, reachedMs } = source.page
  return next !== null && headOf(source) === undefined && (reachedMs ?? Number.POSITIVE_INFINITY) > atMs
}

function toNext({ page, taken }: Source): number | null {
  if (taken === page.prompts.length) return page.next
  return page.prompts[taken - 1]?.offset ?? page.from ?? Number.MAX_SAFE_INTEGER
}

function toDoubleTest(before: readonly SourcePage[]): (prompt: Prompt) => boolean {
  const byText = Map.groupBy(
    before.flatMap(({ prompts }) => prompts),
    ({ text }) => text.trim(),
  )
  return (prompt) => byText.get(prompt.text.trim())?.some((other) => isSame(prompt, other)) ?? false
}

function isSame(one: Prompt, other: Prompt): boolean {
  if (one.atMs === null || other.atMs === null || Math.abs(one.atMs - other.atMs) > SAME_MS) return false
  return one.project === other.project || (one.sessionId !== null && one.sessionId === other.sessionId)
}
