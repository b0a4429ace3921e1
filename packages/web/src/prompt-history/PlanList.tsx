import { useRef } from 'react'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useNow } from '../frame/use-now.ts'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { useAddress } from '../reading/use-address.ts'
import { useListKeys } from '../reading/use-list-keys.ts'
import { useReading } from '../reading/use-reading.ts'
import { toAge } from '../text/to-age.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { PlanText } from './PlanText.tsx'

/** The plans that Claude has written, and the one that is chosen. */
export function PlanList() {
  const [{ plan: chosen = '' }, change] = useAddress()
  const { data, problem, reload } = useReading('GET /api/claude/plans', { query: { limit: 1000 } })
  const now = useNow(60_000)
  const plans = data?.items ?? []
  const plan = plans.find(({ name }) => name === chosen) ?? plans[0]
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = useListKeys({
    count: plans.length,
    current: plan === undefined ? -1 : plans.indexOf(plan),
    onMove(index) {
      change({ plan: plans[index]?.name ?? '' })
      list.current?.querySelectorAll<HTMLElement>('button')[index]?.focus()
    },
  })
  if (problem !== null) return <ReadingProblem problem={problem} onRetry={reload} />
  if (data === null) return <Skeleton lines={8} label="Reading" />
  if (plan === undefined)
    return <p className="quiet">No plans yet. Claude writes one when a session is in plan mode.</p>
  return (
    <div className="plans">
      <ul ref={list} className="plain-list choices" aria-label="Plans" onKeyDown={onKeyDown}>
        {plans.map(({ name, title, modified }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === plan.name ? 'true' : undefined}
              onClick={() => change({ plan: name }, { isNew: true })}
            >
              <span className="choice-name">{toVisibleText(title ?? name)}</span>
              <span className="quiet">
                {toVisibleText(name)} · {toAge(modified, now)} ago
              </span>
            </button>
          </li>
        ))}
      </ul>
      <PlanText key={plan.name} plan={plan} />
    </div>
  )
}
