import type { Approval } from '@quarterdeck/transcript'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { cardDrafts } from './answer/card-drafts.ts'
import { ApprovalCard } from './approval/ApprovalCard.tsx'
import { ElicitationCard } from './elicitation/ElicitationCard.tsx'
import { FailedCard } from './FailedCard.tsx'
import { PlanCard } from './plan/PlanCard.tsx'
import './cards.css'
import './cards-phone.css'
import type { Decide } from './answer/use-decision.ts'
import { QuestionCard } from './question/QuestionCard.tsx'

export interface CardProps {
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
export function RequestCard(given: CardProps) {
  const { approval, onDecide } = given
  const props: CardProps = {
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

function FittingCard(props: CardProps) {
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
