import type { PlanRow } from '@quarterdeck/contract/routes'
import { Link } from 'wouter'
import { CopyButton } from '../code/CopyButton.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { useReading } from '../reading/use-reading.ts'
import { toVisibleText } from '../text/visible-text.ts'

export function PlanText({ plan: { name, title, sessionIds } }: { plan: PlanRow }) {
  const { last: data, problem, reload } = useReading('GET /api/claude/plans/:name', { params: { name } })
  return (
    <article aria-label={toVisibleText(title ?? name)}>
      <h2 className="visually-hidden">The plan</h2>
      <div className="used-buttons plan-buttons">
        {sessionIds.map((id, index) => (
          <Link key={id} className="small-button" href={`/sessions/${id}`}>
            {sessionIds.length === 1 ? 'Open its session' : `Open session ${index + 1}`}
          </Link>
        ))}
        {data !== null && <CopyButton text={data.content} what="plan" />}
      </div>
      <ReadingProblem problem={problem} onRetry={reload} />
      {data === null && problem === null && <Skeleton lines={8} label="Reading" />}
      {data !== null && <Markdown text={data.content} />}
    </article>
  )
}
