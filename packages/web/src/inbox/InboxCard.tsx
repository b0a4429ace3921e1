import type { InboxItem } from '@quarterdeck/contract'
import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { Approval } from '@quarterdeck/transcript'
import { useMemo, useRef, useState } from 'react'
import { cardDrafts } from '../cards/answer/card-drafts.ts'
import { giveDecision } from '../cards/answer/give-decision.ts'
import { giveAnswer, toAnswerKey } from '../cards/answer/given-answers.ts'
import { isJustDecided, noteDecision, useJustDecided } from '../cards/answer/just-decided.ts'
import type { Answer } from '../cards/card-props.ts'
import { RequestCard } from '../cards/RequestCard.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { textOf } from '../tools/read-field.ts'
import { HINTS, isSeen } from './answer-by-key.ts'
import { toKey } from './entries.ts'
import { ItemHead } from './ItemHead.tsx'

interface Props {
  item: InboxItem
  /** Those that ask the very same, this one among them. */
  alike: readonly InboxItem[]
  isChosen: boolean
  now: number
  /** Null: it was not answered here after all. */
  onAnswered: (key: string, words: string | null) => void
  onFocus: () => void
}

/** A prompt of any session, in the shape it has there, to be answered in place. */
export function InboxCard({ item, alike, isChosen, now, onAnswered, onFocus }: Props) {
  const { live } = useQuarterdeck()
  const card = useRef<HTMLElement>(null)
  const wasJustDecided = useJustDecided()
  const [problem, setProblem] = useState<string | null>(null)
  // The card is drawn every second, and what it shows is found out only once.
  const approval = useMemo(() => toApproval(item), [item])

  async function decide(of: InboxItem, answer: Answer) {
    // Noted first: the news that it is answered can be quicker than the receipt.
    onAnswered(toKey(of), toWords(of, answer))
    try {
      await giveDecision(live, of, answer)
    } catch (error) {
      onAnswered(toKey(of), null)
      throw error
    }
  }

  function allowAll() {
    if (isJustDecided() || card.current === null) return
    const isChanged = alike.some(({ requestId = '' }) => cardDrafts.read(requestId, 'input', '') !== '')
    if (isChanged) return setProblem('One of them was changed in its card. Answer that one there first.')
    if (!isSeen(card.current)) return setProblem(HINTS['not seen'])
    setProblem(null)
    noteDecision()
    // Each says in its own card what became of it.
    for (const each of alike)
      void giveAnswer(toAnswerKey(each.sessionId, each.requestId ?? ''), () => decide(each, { behavior: 'allow' }))
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
      <RequestCard
        sessionId={item.sessionId}
        approval={approval}
        now={now}
        projectPath={item.projectPath}
        onDecide={(answer) => decide(item, answer)}
      />
      {alike.length > 1 && (
        <div className="row inbox-alike">
          <span className="quiet">{alike.length} ask the very same of this project.</span>
          <button type="button" className="button" aria-disabled={wasJustDecided || undefined} onClick={allowAll}>
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

/** What was answered, so that several in a row are told apart. */
function toWords({ kind, toolName = '', input }: InboxItem, { behavior }: Answer): string {
  if (kind === 'question') return behavior === 'allow' ? 'You answered it.' : 'You skipped it.'
  if (kind === 'plan') return behavior === 'allow' ? 'You approved the plan.' : 'Planning goes on.'
  const file = textOf(input, 'file_path')?.split('/').at(-1)
  const what = `${toToolTitle(toolName)}${file === undefined ? '' : ` of ${file}`}`
  return toVisibleText(`You ${behavior === 'allow' ? 'allowed' : 'denied'} ${what}.`)
}

function toApproval(item: InboxItem): Approval {
  const { kind, requestId = '', toolName = '', input, suggestions = [], text, since, agent } = item
  const { description, blockedPath, needsCare, isOnceOnly } = item
  return {
    requestId,
    kind: kind === 'finished' || kind === 'failed' ? 'approval' : kind,
    toolName,
    input,
    suggestions,
    at: since,
    ...(text !== undefined && { reason: text }),
    ...(agent !== undefined && { agentId: agent }),
    ...(description !== undefined && { description }),
    ...(blockedPath !== undefined && { blockedPath }),
    ...(needsCare && { needsCare }),
    ...(isOnceOnly && { isOnceOnly }),
  }
}
