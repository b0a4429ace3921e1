import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import type { SessionFacts } from './session-facts.ts'

/**
 * Prompts that an earlier process may never have read: those that neither its transcript has nor the queue. One that was put
 * back before, by a keeper that was killed then, is not put back twice.
 */
export function findUnheard(
  { sent, queue }: SessionFacts,
  hasPrompt: (uuid: string) => boolean,
  at: string,
): QueuedMessage[] {
  const waiting = new Set(queue.map(({ uuid }) => uuid))
  return Object.entries(sent)
    .filter(([uuid]) => !waiting.has(uuid) && !hasPrompt(uuid))
    .map(([uuid, prompt]) => ({ uuid, content: (prompt as { message?: { content?: unknown } }).message?.content, at }))
}
