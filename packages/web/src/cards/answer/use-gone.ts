import type { Approval } from '@quarterdeck/transcript'
import { useState } from 'react'

export interface Gone {
  approval: Approval
  /** It was answered here too, and somebody else was quicker. */
  wasLate: boolean
}

/** The card that went away last without an answer from here, until it is forgotten or a card is answered here. */
export function useGone(
  approvals: readonly Approval[],
  isOfOthers: (requestId: string) => boolean,
  wasLate: (requestId: string) => boolean,
): [gone: Gone | null, setGone: (gone: Gone | null) => void] {
  const [known, setKnown] = useState(approvals)
  const [gone, setGone] = useState<Gone | null>(null)
  if (known !== approvals) {
    setKnown(approvals)
    const left = known.filter((each) => !approvals.some(({ requestId }) => requestId === each.requestId))
    const other = left.findLast(({ requestId }) => isOfOthers(requestId))
    if (other !== undefined) setGone({ approval: other, wasLate: wasLate(other.requestId) })
    else if (left.length > 0) setGone(null)
  }
  return [gone, setGone]
}
