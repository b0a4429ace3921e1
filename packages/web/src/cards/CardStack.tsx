import type { Approval, Decision } from '@quarterdeck/transcript'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActions } from '../palette/actions.ts'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { cardDrafts } from './answer/card-drafts.ts'
import { toOutcomeText } from './answer/to-outcome-text.ts'
import { useGone } from './answer/use-gone.ts'
import { RequestCard } from './RequestCard.tsx'
import { useAnswerKeys } from './use-answer-keys.ts'
import { useCardFocus } from './use-card-focus.ts'

/** For whoever points at a card from elsewhere. */
export interface Cards {
  /** Goes to the card that asks about a call. */
  goTo: (toolUseId: string) => void
}

interface Props {
  sessionId: string
  cards?: RefObject<Cards | null>
  approvals: readonly Approval[]
  now: number
  /** The folder that the session works in, where it is known. */
  projectPath?: string | undefined
  findDecision: (requestId: string) => Decision | undefined
  /** The agent on whose behalf it is asked, in words. */
  findAgent: (approval: Approval) => string | undefined
}

/** The form itself hears them, so that they choose in the question that has the focus. */
const CHOOSE = {
  id: 'card.number',
  name: 'Choose an option, in a question',
  group: 'Session',
  isKeyOnly: true,
  keysText: '1 … 9',
} as const

/** All that a session asks, the oldest first. On a phone a sheet, which can be put aside to read what stands behind it. */
export function CardStack({ sessionId, cards, approvals, now, projectPath, findDecision, findAgent }: Props) {
  const stack = useRef<HTMLElement>(null)
  const ids = approvals.map(({ requestId }) => requestId)
  /** Those that were put aside: another one that comes is seen, whatever else waits. */
  const [aside, setAside] = useState<readonly string[]>([])
  const isAside = ids.every((id) => aside.includes(id))
  const hint = useAnswerKeys(stack, approvals, useCardFocus(stack, ids))
  useActions([
    ...(approvals.length === 0 ? [] : [{ ...VIEW_KEYS.card, run: () => goToCard() }]),
    ...(approvals.some(({ kind }) => kind === 'question') ? [{ ...CHOOSE, run: () => goToCard() }] : []),
  ])
  useImperativeHandle(cards, () => ({
    goTo: (id) => goToCard(approvals.findIndex(({ toolUseId, heldCall }) => toolUseId === id || heldCall === id)),
  }))
  const [gone, setGone] = useGone(sessionId, approvals)
  const decision = gone === null ? undefined : findDecision(gone.approval.requestId)
  useEffect(() => {
    if (gone !== null && decision !== undefined) cardDrafts.forget(gone.approval.requestId)
  }, [gone, decision])
  const outcome = gone && toOutcomeText(gone, decision)

  function goToCard(index = 0) {
    // A hidden card cannot have the focus.
    flushSync(() => setAside([]))
    const shown = stack.current?.querySelectorAll<HTMLElement>('.card')
    shown?.[Math.max(0, index)]?.focus()
  }

  if (approvals.length === 0)
    return (
      outcome && (
        <p className="quiet card-outcome" role="status">
          {outcome}{' '}
          <button type="button" className="small-button" onClick={() => setGone(null)}>
            Close
          </button>
        </p>
      )
    )
  return (
    <section ref={stack} className={isAside ? 'cards aside' : 'cards'} aria-label="Waiting for you">
      <button
        type="button"
        className="cards-aside"
        aria-expanded={!isAside}
        onClick={() => setAside(isAside ? [] : ids)}
      >
        {isAside ? `Show what waits for you (${approvals.length})` : 'Put aside'}
      </button>
      {(hint || outcome) && (
        <p className="quiet" role="status">
          {hint || outcome}
        </p>
      )}
      <div className="cards-list" hidden={isAside}>
        {approvals.map((approval) => (
          <RequestCard
            key={approval.requestId}
            sessionId={sessionId}
            approval={approval}
            now={now}
            projectPath={projectPath}
            agent={findAgent(approval)}
          />
        ))}
      </div>
    </section>
  )
}
