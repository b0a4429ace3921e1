import type { Approval } from '@quarterdeck/transcript'
import { useState } from 'react'

/** The card that went away last without an answer from here, until it is forgotten or a card is answered here. */
export function useGone(
  approvals: readonly Approval[],
  isOfOthers: (requestId: string) => boolean,
): [gone: Approval | null, forget: () => void] {
  const [known, setKnown] = useState(approvals)
  const [gone, setGone] = useState<Approval | null>(null)
  if (known !== approvals) {
    setKnown(approvals)
    const left = known.filter((each) => !approvals.some(({ requestId }) => requestId === each.requestId))
    const other = left.findLast(({ requestId }) => isOfOthers(requestId))
    if (other !== undefined) setGone(other)
    else if (left.length > 0) setGone(null)
  }
  return [gone, () => setGone(null)]
}
