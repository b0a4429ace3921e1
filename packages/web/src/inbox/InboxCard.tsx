import type { InboxItem } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { cardDrafts } from '../cards/answer/card-drafts.ts'
import { RequestCard } from '../cards/RequestCard.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { HINTS, isSeen } from './answer-by-key.ts'
import { toKey } from './entries.ts'
import { ItemHead } from './ItemHead.tsx'

interface Props {
  item: InboxItem
  /** Those that ask the very same, this one among them. */
  alike: readonly InboxItem[]
  isChosen: boolean
  now: number
  onFocus: () => void
}

/** The card of a request of any session, in the shape it has there, to be answered in place. */
export function InboxCard({ item, alike, isChosen, now, onFocus }: Props) {
  const { answers } = useQuarterdeck()
  const card = useRef<HTMLElement>(null)
  const wasJustGiven = useStore(answers.store, (state) => state.wasJustGiven)
  const [problem, setProblem] = useState<string | null>(null)
  // The card is drawn every second, and what it shows is found out only once.
  const approval = useMemo(() => toApproval(item), [item])

  function allowAll() {
    if (answers.store.getState().wasJustGiven || card.current === null) return
    const isChanged = alike.some(({ requestId = '' }) => cardDrafts.read(requestId, 'input', '') !== '')
    if (isChanged) return setProblem('One of them was changed in its card. Answer that one there first.')
    if (!isSeen(card.current)) return setProblem(HINTS['not seen'])
    setProblem(null)
    // Each says in its own card what became of it.
    for (const { sessionId, requestId = '', inputHash } of alike)
      void answers.give({ sessionId, requestId, inputHash }, { behavior: 'allow' })
  }

  return (
    <section
      ref={card}
      className={isChosen ? 'inbox-item chosen' : 'inbox-item'}
      aria-label={item.title}
      data-inbox-key={toKey(item)}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <ItemHead item={item} />
      <RequestCard sessionId={item.sessionId} approval={approval} now={now} projectPath={item.projectPath} />
      {alike.length > 1 && (
        <div className="row inbox-alike">
          <span className="quiet">{alike.length} ask the very same of this project.</span>
          <button type="button" className="button" aria-disabled={wasJustGiven || undefined} onClick={allowAll}>
            Allow all {alike.length} like this
          </button>
        </div>
      )}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

function toApproval(item: InboxItem): Approval {
  const { kind, requestId = '', toolName = '', input, inputHash, suggestions = [], text, since, agent } = item
  const { description, blockedPath, needsCare, isOnceOnly } = item
  return {
    requestId,
    kind: kind === 'finished' || kind === 'failed' ? 'approval' : kind,
    toolName,
    input,
    suggestions,
    at: since,
    ...(inputHash !== undefined && { inputHash }),
    ...(text !== undefined && { reason: text }),
    ...(agent !== undefined && { agentId: agent }),
    ...(description !== undefined && { description }),
    ...(blockedPath !== undefined && { blockedPath }),
    ...(needsCare && { needsCare }),
    ...(isOnceOnly && { isOnceOnly }),
  }
}
