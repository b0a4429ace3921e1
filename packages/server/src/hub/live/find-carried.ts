import type { Archive } from '@quarterdeck/archive'
import type { SessionFacts } from '@quarterdeck/driver'
import type { QueuedMessage } from '@quarterdeck/protocol'
import { findMessage } from '../commands/find-message.ts'

/** What a person has sent and no process has taken: it must not be lost with the log it stands in. */
export async function findCarried(
  archive: Archive,
  sessionId: string,
  { queue, sent, recalled }: SessionFacts,
): Promise<QueuedMessage[]> {
  const unheard: QueuedMessage[] = []
  for (const [uuid, prompt] of Object.entries({ ...sent, ...recalled })) {
    if (queue.some((item) => item.uuid === uuid) || (await findMessage(archive, sessionId, uuid)) !== null) continue
    const { content } = (prompt as { message?: { content?: unknown } }).message ?? {}
    const isHeld = Object.hasOwn(recalled, uuid)
    unheard.push({ uuid, content, at: new Date().toISOString(), ...(isHeld && { isHeld }) })
  }
  return [...unheard, ...queue]
}
