import type { Plan } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'
import { Panel } from './Panel.tsx'

const WORDS = { proposed: 'proposed', approved: 'approved', refused: 'to be made anew' } as const

interface Props {
  plan: Plan
  /** Somebody is asked about it now: one that was proposed when its session ended waits for nobody. */
  isAsked: boolean
  onView: () => void
}

/** The newest plan, in a line. */
export function PlanPanel({ plan, isAsked, onView }: Props) {
  const isWaiting = isAsked && plan.status === 'proposed'
  const title = plan.text
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find((line) => line !== '')
  return (
    <Panel name="Plan" note={isWaiting ? 'waits for you' : WORDS[plan.status]} isWaiting={isWaiting}>
      <p>{toVisibleText(title ?? '')}</p>
      <button type="button" className="small-button" onClick={onView}>
        View plan
      </button>
    </Panel>
  )
}
