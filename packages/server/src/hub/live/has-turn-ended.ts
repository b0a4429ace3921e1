import { itemsOf, type SessionState } from '@quarterdeck/transcript'

/**
 * Only where the turn of that prompt is known, and over for certain: in any doubt a stop counts. A turn that gave way to another has no
 * result of its own, and the CLI may still be at work on it.
 */
export function hasTurnEnded(state: SessionState, prompt: string): boolean {
  const turn = [...itemsOf(state.turns)].findLast((each) => each.prompt === prompt)
  if (turn === undefined || turn.status === 'running') return false
  return turn.outcome !== undefined || state.process === 'ended' || state.process === 'failed'
}
