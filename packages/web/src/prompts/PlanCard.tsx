import { useEffect, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { toVisibleText } from '../text/visible-text.ts'
import { textOf } from '../tools/read-field.ts'
import type { PromptProps } from './PromptCard.tsx'
import { PromptFrame } from './PromptFrame.tsx'
import { useCardDraft } from './use-card-draft.ts'
import { useDecision } from './use-decision.ts'
import { useSecondClick } from './use-second-click.ts'

const toMode = (mode: string) => [{ type: 'setMode', mode, destination: 'session' }]

/** A plan, and three ways on. */
export function PlanCard(props: PromptProps) {
  const { sessionId, approval, now } = props
  const { isSending, problem, decide } = useDecision(props)
  const isSecondClick = useSecondClick()
  const [feedback, setFeedback] = useCardDraft(approval.requestId, 'feedback', '')
  const plan = usePlan(textOf(approval.input, 'plan') ?? '', sessionId)
  const goOnPlanning = () => decide({ behavior: 'deny', ...(feedback !== '' && { message: feedback }) })
  const approve = (mode: string) => decide({ behavior: 'allow', updatedPermissions: toMode(mode) })
  return (
    <PromptFrame
      name="Plan"
      title="Claude has a plan"
      at={approval.at}
      now={now}
      problem={problem}
      isSending={isSending}
      onEscape={goOnPlanning}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long scrolls, by keyboard too */}
      <section className="prompt-input" aria-label="What is planned" tabIndex={0}>
        {plan === '' ? (
          <p className="quiet">The CLI did not say what the plan is: it stands in the conversation.</p>
        ) : (
          <Markdown text={toVisibleText(plan)} />
        )}
      </section>
      <textarea
        className="field"
        aria-label="What to change"
        placeholder="What should be different, if you keep planning"
        rows={1}
        value={feedback}
        onChange={(event) => setFeedback(event.target.value)}
      />
      <div className="prompt-buttons long">
        <button type="button" className="button" disabled={isSending} onClick={goOnPlanning}>
          Keep planning
        </button>
        <span className="spacer" />
        <button
          type="button"
          className="button"
          disabled={isSending}
          aria-disabled={isSecondClick}
          onClick={({ detail }) => (isSecondClick && detail > 0) || approve('default')}
        >
          Approve and ask
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isSending}
          aria-disabled={isSecondClick}
          onClick={({ detail }) => (isSecondClick && detail > 0) || approve('acceptEdits')}
        >
          Approve and accept edits
        </button>
      </div>
    </PromptFrame>
  )
}

/** Newer CLIs keep the plan in a file, and ask without it. */
function usePlan(told: string, sessionId: string): string {
  const { live } = useQuarterdeck()
  const [read, setRead] = useState('')
  useEffect(() => {
    if (told !== '') return
    let isOver = false
    live.give({ kind: 'control', sessionId, request: { subtype: 'get_plan' } }).then(
      (answer) => isOver || setRead(textOf(answer, 'content') ?? ''),
      // The sentence says where else to look.
      () => isOver || setRead(''),
    )
    return () => {
      isOver = true
    }
  }, [live, told, sessionId])
  return told === '' ? read : told
}
