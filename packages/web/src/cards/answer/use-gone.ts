import type { Approval } from '@quarterdeck/transcript'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { toAnswerKey } from './answers.ts'

export interface Gone {
  approval: Approval
  /** It was answered here too, and somebody else was quicker. */
  wasLate: boolean
}

/** The card that went away last without an answer from here, until it is forgotten or a card is answered here. */
export function useGone(
  sessionId: string,
  approvals: readonly Approval[],
): [gone: Gone | null, setGone: (gone: Gone | null) => void] {
  const { answers } = useQuarterdeck()
  const given = useStore(answers.store, (state) => state.given)
  const find = ({ requestId }: Approval) => given[toAnswerKey({ sessionId, requestId })]
  const [known, setKnown] = useState(approvals)
  /** Cards that went away while an answer from here was on its way: it may still be refused. */
  const [unsettled, setUnsettled] = useState<readonly Approval[]>([])
  const [gone, setGone] = useState<Gone | null>(null)
  if (known !== approvals) {
    setKnown(approvals)
    const left = known.filter((each) => !approvals.some(({ requestId }) => requestId === each.requestId))
    const isOwn = (approval: Approval) => {
      const answer = find(approval)
      return answer !== undefined && answer.state !== 'refused' && !answer.isRestored
    }
    const other = left.findLast((approval) => !isOwn(approval))
    if (other !== undefined) setGone({ approval: other, wasLate: find(other)?.state === 'refused' })
    else if (left.length > 0) setGone(null)
    const sending = left.filter((approval) => isOwn(approval) && find(approval)?.state === 'sending')
    if (sending.length > 0) setUnsettled([...unsettled, ...sending])
  }
  const settled = unsettled.filter((approval) => find(approval)?.state !== 'sending')
  if (settled.length > 0) {
    setUnsettled(unsettled.filter((approval) => !settled.includes(approval)))
    const late = settled.findLast((approval) => find(approval)?.state === 'refused')
    if (late !== undefined) setGone({ approval: late, wasLate: true })
  }
  return [gone, setGone]
}
