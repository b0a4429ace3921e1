import type { SessionFacts } from './session-facts.ts'

interface Knowledge {
  /** The first process goes on with a transcript that is there already, as its options say. */
  resume?: boolean | undefined
  hasTranscript?: ((sessionId: string) => boolean) | undefined
}

/**
 * Whether a new process goes on with a transcript, where the first one began it. The disk knows best: a process may have died
 * between its first words and its transcript, either way round, and `/clear` goes on under an id that has none yet.
 */
export function goesOn(facts: SessionFacts, sessionId: string, { resume = false, hasTranscript }: Knowledge): boolean {
  const { sessionIds, hasTranscript: hasBegun } = facts
  if (!hasBegun && (resume || sessionIds.length === 0)) return false
  return hasTranscript?.(sessionId) ?? hasBegun
}
