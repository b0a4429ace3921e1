import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import type { SessionFacts } from '../facts/session-facts.ts'

/**
 * Prompts that an earlier process has not in its transcript, and so does not know: it never read them, or was killed before it
 * wrote them down. Those that the queue has were put back before, by a keeper that was killed then. Where nobody can look into
 * the transcript, what was heard of counts as known.
 */
export function findUnheard(
  { sent, unfinished, queue }: SessionFacts,
  hasPrompt: ((uuid: string) => boolean) | undefined,
  at: string,
): QueuedMessage[] {
  const waiting = new Set(queue.map(({ uuid }) => uuid))
  const candidates = hasPrompt === undefined ? sent : { ...unfinished, ...sent }
  return Object.entries(candidates)
    .filter(([uuid]) => !waiting.has(uuid) && hasPrompt?.(uuid) !== true)
    .map(([uuid, prompt]) => ({ uuid, content: (prompt as { message?: { content?: unknown } }).message?.content, at }))
}
