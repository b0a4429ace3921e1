import type { PromptItem } from '@quarterdeck/contract/routes'

/** The same words, however often they were typed: the last time, and how many times. */
export interface PromptGroup {
  prompt: PromptItem
  count: number
}

/** Newest first, as they come; what is repeated stands where it was typed last. */
export function groupPrompts(prompts: readonly PromptItem[]): PromptGroup[] {
  const groups = new Map<string, PromptGroup>()
  for (const prompt of prompts) {
    const key = prompt.text.trim()
    if (key === '') continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { prompt, count: 1 })
    else known.count++
  }
  return [...groups.values()]
}
