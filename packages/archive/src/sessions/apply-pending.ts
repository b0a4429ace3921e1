import type { PendingWrite } from '../side/writes/pending-writes.ts'
import { applyLine, type SessionFacts } from './session-facts.ts'
import type { SideFacts } from './session-summary.ts'

/** What a session will say when what waits is written: people see at once what they asked for. */
export function applyPending(
  facts: SessionFacts,
  side: SideFacts,
  pending: readonly PendingWrite[],
): { facts: SessionFacts; side: SideFacts } {
  const result = { facts: { ...facts }, side: { ...side } }
  for (const { fact } of pending) {
    if (fact.type === 'title') applyLine(result.facts, { type: 'custom-title', customTitle: fact.title })
    else if (fact.type === 'tag') result.facts.tag = fact.tag
    else result.side.archivedAt = fact.isArchived ? new Date(fact.atMs).toISOString() : undefined
  }
  return result
}
