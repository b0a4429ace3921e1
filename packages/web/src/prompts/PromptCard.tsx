import type { Approval } from '@quarterdeck/transcript'
import { Suspense } from 'react'
import { ApprovalCard } from './ApprovalCard.tsx'
import './prompts.css'
import { lazily } from '../parts/lazily.ts'
import type { Decide } from './use-decision.ts'

/** Approvals are there at once; what is asked more seldom is loaded when it is asked. */
const QuestionCard = lazily(async () => ({ default: (await import('./QuestionCard.tsx')).QuestionCard }))
const PlanCard = lazily(async () => ({ default: (await import('./PlanCard.tsx')).PlanCard }))
const ElicitationCard = lazily(async () => ({ default: (await import('./ElicitationCard.tsx')).ElicitationCard }))

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
  return (
    <Suspense fallback={<div className="prompt" aria-busy="true" tabIndex={-1} />}>
      <Card {...props} />
    </Suspense>
  )
}

function Card(props: PromptProps) {
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
