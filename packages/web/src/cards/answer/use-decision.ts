import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Answer, CardProps } from '../card-props.ts'
import { forgetAnswer, giveAnswer, givenAnswers, toAnswerKey } from './given-answers.ts'
import { noteDecision } from './just-decided.ts'

export interface Deciding {
  isSending: boolean
  problem: string | null
  decide: (answer: Answer) => void
}

/** Sends an answer once: the card stays until the server says that it is resolved, and says why where it was not. */
export function useDecision({ sessionId, approval, onDecide }: CardProps): Deciding {
  const key = toAnswerKey(sessionId, approval.requestId)
  const given = useStore(givenAnswers, (all) => all[key])
  useEffect(() => () => forgetAnswer(key), [key])
  return {
    isSending: given !== undefined && given.state !== 'refused',
    problem: given?.problem ?? null,
    decide(answer) {
      noteDecision()
      void giveAnswer(key, () => onDecide(answer))
    },
  }
}
