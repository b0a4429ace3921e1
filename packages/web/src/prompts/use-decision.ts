import type { DecidePermission } from '@quarterdeck/contract'
import { useState } from 'react'
import { noteDecision } from './use-second-click.ts'

export type Answer = Omit<DecidePermission, 'request_id' | 'inputHash' | 'commandId'>
export type Decide = (answer: Answer) => Promise<void>

export interface Deciding {
  isSending: boolean
  problem: string | null
  decide: (answer: Answer) => void
}

/** Sends an answer once: the card stays until the server says that it is resolved, and says why where it was not. */
export function useDecision(onDecide: Decide): Deciding {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    isSending,
    problem,
    decide(answer) {
      if (isSending) return
      noteDecision()
      setIsSending(true)
      setProblem(null)
      onDecide(answer).catch((error: Error) => {
        setProblem(error.message)
        setIsSending(false)
      })
    },
  }
}
