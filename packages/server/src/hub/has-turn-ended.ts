import { itemsOf, type SessionState } from '@quarterdeck/transcript'

/** Only where the turn of that prompt is known, and over: in any doubt a stop counts. */
export function hasTurnEnded(state: SessionState, prompt: string): boolean {
  const turn = [...itemsOf(state.turns)].findLast((each) => each.prompt === prompt)
  return turn !== undefined && turn.status !== 'running'
}
