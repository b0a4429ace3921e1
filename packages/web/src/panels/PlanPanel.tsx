import type { Plan } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'
import { Panel } from './Panel.tsx'

const WORDS = { proposed: 'waits for you', approved: 'approved', refused: 'to be made anew' } as const

/** The newest plan, in a line. */
export function PlanPanel({ plan, onView }: { plan: Plan; onView: () => void }) {
  const title = plan.text
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find((line) => line !== '')
  return (
    <Panel name="Plan" note={WORDS[plan.status]} isWaiting={plan.status === 'proposed'}>
      <p>{toVisibleText(title ?? '')}</p>
      <button type="button" className="small-button" onClick={onView}>
        View plan
      </button>
    </Panel>
  )
}
