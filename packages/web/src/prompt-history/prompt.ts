/** Something that was typed, as `GET /api/claude/history` tells it. */
export interface Prompt {
  /** As it was shown, with placeholders for what was pasted. */
  display: string
  /** With what was pasted in its place. */
  text: string
  project: string | null
  sessionId: string | null
  timestamp: string | null
  pastes: { id: number; type: string; content: string | null }[]
}

/** The same words, however often they were typed: the last time, and how many times. */
export interface PromptGroup {
  prompt: Prompt
  count: number
}

/** Newest first, as they come; what is repeated stands where it was typed last. */
export function groupPrompts(prompts: readonly Prompt[]): PromptGroup[] {
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
