import type { SessionRow } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toAge } from '../text/to-age.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { toShortPath } from '../tools/to-short-path.ts'

const SHOWN = 12

/** Where to begin: the files that one looks for are mostly those of today. */
export function RecentSessions({ rows, now }: { rows: readonly SessionRow[]; now: number }) {
  const recent = rows.filter(({ archived }) => !archived).sort((one, other) => (one.modified < other.modified ? 1 : -1))
  return (
    <>
      <p className="quiet">Choose a session to see the files it changed, and how each was before.</p>
      <ul className="plain-list choices" aria-label="Recent sessions">
        {recent.slice(0, SHOWN).map(({ sessionId, title, projectPath, modified }) => (
          <li key={sessionId}>
            <Link href={`/files?session=${sessionId}`}>
              <span className="choice-name">{toVisibleText(title)}</span>
              <span className="quiet">
                {toVisibleText(toShortPath(projectPath))} · {toAge(modified, now)} ago
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
