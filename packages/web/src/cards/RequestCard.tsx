import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { ApprovalCard } from './approval/ApprovalCard.tsx'
import type { CardProps } from './card-props.ts'
import { ElicitationCard } from './elicitation/ElicitationCard.tsx'
import { FailedCard } from './FailedCard.tsx'
import { PlanCard } from './plan/PlanCard.tsx'
import './cards.css'
import './cards-phone.css'
import { QuestionCard } from './question/QuestionCard.tsx'

/** Whatever Claude asks of a person, in the shape that fits it. The same in the session and in the inbox. */
export function RequestCard(props: CardProps) {
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
