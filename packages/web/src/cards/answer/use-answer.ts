import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import type { Answer, CardProps } from '../card-props.ts'
import { toAnswerKey } from './answers.ts'
import { cardDrafts } from './card-drafts.ts'

export interface Answering {
  isSending: boolean
  problem: string | null
  decide: (answer: Answer) => void
}

/** The answer to one card: given once. The card stays until the server says that it is resolved, and says why where it was not. */
export function useAnswer({ sessionId, approval }: CardProps): Answering {
  const { answers } = useQuarterdeck()
  const { requestId, inputHash } = approval
  const given = useStore(answers.store, (state) => state.given[toAnswerKey({ sessionId, requestId })])
  useEffect(() => () => answers.release({ sessionId, requestId }), [answers, sessionId, requestId])
  return {
    isSending: given !== undefined && given.state !== 'refused',
    problem: given?.problem ?? null,
    async decide(answer) {
      // An answer that was refused is given again with the same words: the draft stays until one has arrived.
      if (await answers.give({ sessionId, requestId, inputHash }, answer)) cardDrafts.forget(requestId)
    },
  }
}
