import type { SessionRow } from '@quarterdeck/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../frame/quarterdeck.ts'
import { useNow } from '../../frame/use-now.ts'
import { toStatusWord } from '../../sessions/to-status-word.ts'
import { toAge } from '../../text/to-age.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toShortPath } from '../../tools/to-short-path.ts'
import type { PanelProps } from '../panel-props.ts'

const MAX_ITEMS = 50

/** `/resume`: another session, those that wait for a person first, then those of this project. */
export function ResumePanel({ sessionId, row, argument, onClose }: PanelProps) {
  const rows = useLive((state) => state.rows) ?? []
  const now = useNow(15_000)
  const [query, setQuery] = useState(argument)
  const words = query.toLowerCase()
  const isHere = (path: string) => Number(path === row?.projectPath)
  const found = rows
    .filter((each) => each.sessionId !== sessionId && `${each.title} ${each.projectPath}`.toLowerCase().includes(words))
    .toSorted((one, other) => isWaiting(other) - isWaiting(one) || isHere(other.projectPath) - isHere(one.projectPath))
    .slice(0, MAX_ITEMS)
  return (
    <>
      <input
        className="field"
        type="search"
        aria-label="Find a session"
        placeholder="Words of its title or folder"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {found.length === 0 && (
        <p className="quiet">No other session has these words. Search looks through all of them.</p>
      )}
      <ul className="panel-links" aria-label="Other sessions">
        {found.map((each) => (
          <li key={each.sessionId}>
            <Link href={`/sessions/${each.sessionId}`} onClick={onClose}>
              {toVisibleText(each.title)}
              <span className="quiet">
                {toShortPath(each.projectPath)} ·{' '}
                <span className={isWaiting(each) ? 'waits' : undefined}>{toStatusWord(each.status)}</span> ·{' '}
                {toAge(each.modified, now)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function isWaiting({ pending, status }: SessionRow): number {
  return Number(pending > 0 || status.startsWith('awaiting'))
}
