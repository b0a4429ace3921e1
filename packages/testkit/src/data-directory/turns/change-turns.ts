import { editCall, writeCall } from '../tools/change-calls.ts'
import type { SessionWork } from './session-work.ts'
import { writeTurn } from './write-turn.ts'

/** Some files, changed again and again: enough for several versions of each. */
export function writeChangeTurns(work: SessionWork): void {
  const { conversation, workspace } = work
  const { chance, text } = conversation
  const create = () => ({ calls: [writeCall(conversation, workspace, 1500)] })
  const change = () => {
    const call = editCall(conversation, workspace)
    return call === null ? { text: text.sentence(chance) } : { calls: [call] }
  }
  const done = { text: 'Changed.' }
  writeTurn(work, { answers: [create, create, done] })
  for (let round = chance.integer(3, 6); round > 0; round--) writeTurn(work, { answers: [change, change, done] })
  // The last changes are saved with the prompt that follows them.
  writeTurn(work, { answers: [done] })
}
