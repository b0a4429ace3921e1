import { randomUUID } from 'node:crypto'
import type { SessionFacts } from './facts/session-facts.ts'

/** `empty`: there is a file, and no message in it, which the CLI neither resumes nor begins anew. */
export type TranscriptState = 'none' | 'empty' | 'some'

interface Knowledge {
  /** The session that the first process has. */
  sessionId: string
  /** The first process goes on with a transcript that is there already, as its options say. */
  resume?: boolean | undefined
  findTranscript?: ((sessionId: string) => TranscriptState) | undefined
}

/**
 * Whether a new process goes on with a transcript, or begins one, and under which id. The disk knows best: a process may have
 * died between its first words and its transcript, either way round, and `/clear` goes on under an id that has none yet.
 */
export function chooseStart(facts: SessionFacts, knowledge: Knowledge): { sessionId: string; isFirst: boolean } {
  const { sessionIds, hasTranscript } = facts
  const { resume = false, findTranscript } = knowledge
  const sessionId = sessionIds.at(-1) ?? knowledge.sessionId
  if (!hasTranscript && (resume || sessionIds.length === 0)) return { sessionId, isFirst: true }
  const found = findTranscript?.(sessionId) ?? (hasTranscript ? 'some' : 'none')
  return { sessionId: found === 'empty' ? randomUUID() : sessionId, isFirst: found !== 'some' }
}
