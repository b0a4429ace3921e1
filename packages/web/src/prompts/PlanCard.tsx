import { useState } from 'react'
import { Markdown } from '../markdown/Markdown.tsx'
import { textOf } from '../tools/read-field.ts'
import type { PromptProps } from './PromptCard.tsx'
import { PromptFrame } from './PromptFrame.tsx'
import { useDecision } from './use-decision.ts'

const toMode = (mode: string) => [{ type: 'setMode', mode, destination: 'session' }]

/** A plan, and three ways on. */
export function PlanCard({ approval, onDecide, now }: PromptProps) {
  const { isSending, problem, decide } = useDecision(onDecide)
  const [feedback, setFeedback] = useState('')
  const plan = textOf(approval.input, 'plan') ?? ''
  const goOnPlanning = () => decide({ behavior: 'deny', ...(feedback !== '' && { message: feedback }) })
  return (
    <PromptFrame
      name="Plan"
      title="Claude has a plan"
      at={approval.at}
      now={now}
      problem={problem}
      onEscape={goOnPlanning}
    >
      <div className="prompt-input">
        {plan === '' ? (
          <p className="quiet">The CLI did not say what the plan is; it stands above.</p>
        ) : (
          <Markdown text={plan} />
        )}
      </div>
      <textarea
        className="field"
        aria-label="What to change"
        placeholder="What should be different, if you keep planning"
        rows={1}
        value={feedback}
        onChange={(event) => setFeedback(event.target.value)}
      />
      <div className="row">
        <button type="button" className="button" disabled={isSending} onClick={goOnPlanning}>
          Keep planning
        </button>
        <span className="spacer" />
        <button
          type="button"
          className="button"
          disabled={isSending}
          onClick={() => decide({ behavior: 'allow', updatedPermissions: toMode('default') })}
        >
          Approve and ask
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => decide({ behavior: 'allow', updatedPermissions: toMode('acceptEdits') })}
        >
          Approve and accept edits
        </button>
      </div>
    </PromptFrame>
  )
}
