import { useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useReading } from '../reading/use-reading.ts'
import { TimeText } from '../text/TimeText.tsx'
import { toVisibleText } from '../text/visible-text.ts'
import { Section } from './Section.tsx'
import { toAuditText } from './to-audit-text.ts'

/** Who did what, newest first, and whether the record of it is as it was written. */
export function AuditSettings() {
  const { api } = useQuarterdeck()
  const [limit, setLimit] = useState(15)
  const { data, problem } = useReading('GET /api/audit', { query: { limit } })
  const [verdict, setVerdict] = useState('')

  async function verify() {
    setVerdict('Reading the record…')
    try {
      const found = await api.call('GET /api/audit/verify')
      const whole = `The record is as it was written: ${found.count ?? 0} entries.`
      setVerdict(found.ok ? whole : (found.problem ?? 'The record is not as it was written.'))
    } catch (error) {
      setVerdict((error as Error).message)
    }
  }

  return (
    <Section name="Record">
      <p className="quiet">Who paired, decided, started and was refused. It can be added to, and nothing else.</p>
      {problem !== null && data === null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {data === null && problem === null && <Skeleton lines={5} label="Reading the record" />}
      <ol className="audit" aria-label="Record">
        {data?.items.map((entry) => (
          <li key={entry.n}>
            <TimeText at={entry.at} />
            <span>{toVisibleText(toAuditText(entry))}</span>
          </li>
        ))}
      </ol>
      <div className="row">
        {data?.nextCursor != null && limit < 1000 && (
          <button type="button" className="button" onClick={() => setLimit(Math.min(1000, limit * 4))}>
            Show more
          </button>
        )}
        <button type="button" className="button" onClick={() => void verify()}>
          Check the record
        </button>
        <span role="status" className="quiet">
          {verdict}
        </span>
      </div>
    </Section>
  )
}
