import type { Approval } from '@quarterdeck/transcript'
import { ApprovalCard } from './ApprovalCard.tsx'
import { ElicitationCard } from './ElicitationCard.tsx'
import { PlanCard } from './PlanCard.tsx'
import './prompts.css'
import { QuestionCard } from './QuestionCard.tsx'
import type { Decide } from './use-decision.ts'

export interface PromptProps {
  approval: Approval
  onDecide: Decide
  /** The time now, for "asked 12 s ago". */
  now: number
  /** The plan, where the card does not hold it. */
  readPlan?: () => Promise<string | null>
}

/** Whatever Claude asks of a person, in the shape that fits it. The same in the session and in the inbox. */
export function PromptCard(props: PromptProps) {
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
