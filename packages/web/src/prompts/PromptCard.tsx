import type { Approval } from '@quarterdeck/transcript'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { cardDrafts } from './card-drafts.ts'
import { ElicitationCard } from './ElicitationCard.tsx'
import { FailedCard } from './FailedCard.tsx'
import { PlanCard } from './PlanCard.tsx'
import './prompts.css'
import './prompts-phone.css'
import { QuestionCard } from './QuestionCard.tsx'
import type { Decide } from './use-decision.ts'

export interface PromptProps {
  sessionId: string
  approval: Approval
  onDecide: Decide
  /** The time now, for "asked 12 s ago". */
  now: number
  /** The folder that the session works in, where it is known. */
  projectPath?: string | undefined
  /** Who asks, where that is not said beside the card. */
  agent?: string | undefined
}

/** Whatever Claude asks of a person, in the shape that fits it. The same in the session and in the inbox. */
export function PromptCard(given: PromptProps) {
  const { approval, onDecide } = given
  const props: PromptProps = {
    ...given,
    // Not before it has arrived: an answer that was refused is given again with the same words.
    async onDecide(answer) {
      await onDecide(answer)
      cardDrafts.forget(approval.requestId)
    },
  }
  return (
    <ErrorBoundary toFallback={(problem) => <FailedCard {...props} why={problem} />}>
      <FittingCard {...props} />
    </ErrorBoundary>
  )
}

function FittingCard(props: PromptProps) {
  switch (props.approval.kind) {
    case 'question':
      return <QuestionCard {...props} />
    case 'plan':
      return <PlanCard {...props} />
    case 'elicitation':
      return <ElicitationCard {...props} />
    default:
      return <ApprovalCard {...props} />
  }
}
