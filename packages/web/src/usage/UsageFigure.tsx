import type { UsageReport } from '@quarterdeck/contract/routes'
import { type ReactNode, useId, useState } from 'react'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import type { Reading } from '../reading/use-reading.ts'
import type { Bar } from './to-bars.ts'
import { UsageTable } from './UsageTable.tsx'

interface Props {
  caption: string
  reading: Reading<UsageReport>
  bars: readonly Bar[]
  /** The heading of the table's first column. */
  kind: string
  hasCalls?: boolean
  children: ReactNode
}

/** One chart, and the same numbers as a table. */
export function UsageFigure({ caption, reading, bars, kind, hasCalls = false, children }: Props) {
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  const { data, isLoading, problem, reload } = reading
  return (
    <figure className="usage-figure" aria-labelledby={id} aria-busy={isLoading}>
      <figcaption>
        <span id={id}>{caption}</span>
        <button type="button" className="small-button" aria-describedby={id} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show chart' : 'Show table'}
        </button>
      </figcaption>
      <ReadingProblem problem={problem} onRetry={reload} />
      {data === null && problem === null && <div className="chart-room" aria-hidden="true" />}
      {data !== null && bars.length === 0 && <p className="quiet">Nothing to show for these days.</p>}
      {bars.length > 0 &&
        (isTable ? <UsageTable name={caption} kind={kind} bars={bars} hasCalls={hasCalls} /> : children)}
    </figure>
  )
}
