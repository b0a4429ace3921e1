import { useEffect, useRef, useState } from 'react'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { Skeleton } from '../../frame/Skeleton.tsx'
import { Markdown } from '../../markdown/Markdown.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { textOf } from '../../tools/read-field.ts'
import { useAnswer } from '../answer/use-answer.ts'
import { useCardDraft } from '../answer/use-card-draft.ts'
import { CardFrame } from '../CardFrame.tsx'
import type { CardProps } from '../card-props.ts'
import { useSeenEnd } from '../use-seen-end.ts'

const toMode = (mode: string) => [{ type: 'setMode', mode, destination: 'session' }]

/** A plan, and three ways on. */
export function PlanCard(props: CardProps) {
  const { sessionId, approval, now } = props
  const { isSending, problem, decide } = useAnswer(props)
  const [feedback, setFeedback] = useCardDraft(approval.requestId, 'feedback', '')
  const { text, isLoading } = usePlan(textOf(approval.input, 'plan') ?? '', sessionId)
  const end = useRef<HTMLDivElement>(null)
  const hasSeen = useSeenEnd(end, text) && !isLoading
  const goOnPlanning = () => decide({ behavior: 'deny', ...(feedback !== '' && { message: feedback }) })
  const approve = (mode: string, words: string, className: string) => (
    <button
      type="button"
      className={className}
      disabled={isSending}
      aria-disabled={!hasSeen || undefined}
      onClick={() => {
        if (hasSeen) decide({ behavior: 'allow', updatedPermissions: toMode(mode) })
        else end.current?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {words}
    </button>
  )
  return (
    <CardFrame
      name="Plan"
      title="Claude has a plan"
      at={approval.at}
      now={now}
      problem={problem}
      isSending={isSending}
      onEscape={goOnPlanning}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long scrolls, by keyboard too */}
      <section className="card-input" aria-label="What is planned" tabIndex={0}>
        {isLoading ? (
          <Skeleton lines={4} label="Reading the plan" />
        ) : text === '' ? (
          <p className="quiet">The CLI did not say what the plan is: it stands in the conversation.</p>
        ) : (
          <Markdown text={toVisibleText(text)} />
        )}
        <div ref={end} className="card-end" />
      </section>
      {!hasSeen && !isLoading && (
        <p className="visually-hidden">Read to the end of it first; Approve takes you there.</p>
      )}
      <textarea
        className="field"
        aria-label="What to change"
        placeholder={
          hasSeen || isLoading ? 'What should be different, if you keep planning' : 'Read to the end of it first…'
        }
        rows={1}
        value={feedback}
        onChange={(event) => setFeedback(event.target.value)}
      />
      <div className="card-buttons long">
        <button type="button" className="button" disabled={isSending} onClick={goOnPlanning}>
          Keep planning
        </button>
        <span className="spacer" />
        {approve('default', 'Approve and ask', 'button')}
        {approve('acceptEdits', 'Approve and accept edits', 'button primary')}
      </div>
    </CardFrame>
  )
}

/** A decision does not wait longer for what helps to make it. */
const LONGEST_MS = 3000

/** Newer CLIs keep the plan in a file, and ask without it. Empty where it cannot be had: a sentence says where else to look. */
function usePlan(told: string, sessionId: string): { text: string; isLoading: boolean } {
  const { live } = useQuarterdeck()
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    if (told !== '') return
    let isOver = false
    const note = (text: string) => isOver || setRead(text)
    const timer = setTimeout(() => setRead((text) => text ?? ''), LONGEST_MS)
    live.give({ kind: 'control', sessionId, request: { subtype: 'get_plan' } }).then(
      (answer) => note(textOf(answer, 'content') ?? ''),
      () => note(''),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [live, told, sessionId])
  return { text: told === '' ? (read ?? '') : told, isLoading: told === '' && read === null }
}
