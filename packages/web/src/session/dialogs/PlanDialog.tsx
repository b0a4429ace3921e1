import type { Plan } from '@quarterdeck/transcript'
import { CopyButton } from '../../code/CopyButton.tsx'
import { Markdown } from '../../markdown/Markdown.tsx'
import { Dialog } from '../../parts/Dialog.tsx'

const WORDS = {
  proposed: 'It waits for your answer.',
  approved: 'You approved it.',
  refused: 'You asked for another one.',
}

/** The newest plan, also long after it was decided about. */
export function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <Dialog title="The plan" isWide onClose={onClose}>
      <p className="quiet">
        {WORDS[plan.status]} {plan.path !== undefined && <code>{plan.path}</code>}{' '}
        <CopyButton text={plan.text} what="the plan" />
      </p>
      <Markdown text={plan.text} />
    </Dialog>
  )
}
