import { randomUUID } from 'node:crypto'
import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import type { SessionFacts } from '../facts/session-facts.ts'

/** Whether the CLI has a prompt in its transcript. */
type HasPrompt = ((uuid: string) => boolean) | undefined

/**
 * Prompts that an earlier process has not in its transcript, and so does not know: it never read them, or was killed before it
 * wrote them down. Those that the queue has were put back before, by a keeper that was killed then, and what a person has stopped
 * is not to be done again. Where nobody can look into the transcript, what was heard of counts as known.
 */
export function findUnheard(
  { sent, unfinished, queue, stopped }: SessionFacts,
  hasPrompt: HasPrompt,
  at = new Date().toISOString(),
): QueuedMessage[] {
  const waiting = new Set(queue.map(({ uuid }) => uuid))
  const candidates = hasPrompt === undefined ? sent : { ...unfinished, ...sent }
  return Object.entries(candidates)
    .filter(([uuid]) => !waiting.has(uuid) && uuid !== stopped && hasPrompt?.(uuid) !== true)
    .map(([uuid, prompt]) => ({ uuid, content: toContent(prompt), at }))
}

/** Prompts that were asked back and that the CLI has not begun with, to be held with us. It drops a uuid that it has had before. */
export function findRecalled(
  { recalled }: SessionFacts,
  hasPrompt: HasPrompt,
  at = new Date().toISOString(),
): QueuedMessage[] {
  return Object.entries(recalled)
    .filter(([uuid]) => hasPrompt?.(uuid) !== true)
    .map(([sentAs, prompt]) => ({ uuid: randomUUID(), content: toContent(prompt), at, isHeld: true, sentAs }))
}

/** A turn that was stopped by ending its process may not be in the transcript that the next one reads. */
export function isStoppedForgotten({ stopped }: SessionFacts, hasPrompt: HasPrompt): boolean {
  return stopped !== null && hasPrompt?.(stopped) === false
}

function toContent(prompt: unknown): unknown {
  return (prompt as { message?: { content?: unknown } }).message?.content
}
