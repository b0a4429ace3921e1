import type { SessionRow } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toVisibleText } from '../text/visible-text.ts'

/** Notes below the title of a session. */
export function SessionNotes({ row }: { row: SessionRow }) {
  const { tag, archived, unread, forkedFrom, heldBy, why, onlyCopy } = row
  if (!tag && !archived && !unread && !onlyCopy && forkedFrom === null && heldBy === null && why === undefined)
    return null
  return (
    <span className="session-notes">
      {tag && <span className="chip">{toVisibleText(tag)}</span>}
      {archived && <span className="chip">archived</span>}
      {onlyCopy && <span title="This is the copy. Resume puts it back.">deleted by Claude Code</span>}
      {unread && <strong>unread</strong>}
      {forkedFrom !== null && (
        <Link href={`/sessions/${forkedFrom.sessionId}`} tabIndex={-1}>
          forked from {forkedFrom.sessionId.slice(0, 8)}
        </Link>
      )}
      {heldBy !== null && <span title={`Process ${heldBy.pid}`}>held by {toVisibleText(heldBy.what)}</span>}
      {why !== undefined && <span title={why}>{toVisibleText(why)}</span>}
    </span>
  )
}
