import type { SessionSource } from '../hub/live/session-log.ts'
import type { SessionMessages } from './session-messages.ts'

/** One message as it was written, by its uuid; null where there is none. */
export async function findMessage(
  messages: SessionMessages,
  source: SessionSource,
  uuid: string,
): Promise<string | null> {
  const next = await messages.readPage(source, { after: uuid, limit: 1 })
  if (next === null) return null
  const isLast = next.items.length === 0
  // What stands before the next one is the one that was asked for.
  const page = await messages.readPage(source, isLast ? { limit: 1 } : { before: next.before ?? undefined, limit: 1 })
  return page?.items.find((raw) => (JSON.parse(raw) as { uuid?: unknown }).uuid === uuid) ?? null
}
