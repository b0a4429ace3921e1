import type { SessionRow } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toAge } from '../../text/to-age.ts'
import { toFolderName } from '../../text/to-folder-name.ts'
import { toVisibleText } from '../../text/visible-text.ts'

interface Props {
  row: SessionRow
  isCurrent: boolean
  now: number
}

/** A session in a list: what it is called, how it fares, where it works. */
export function SessionLink({ row, isCurrent, now }: Props) {
  return (
    <Link
      href={`/sessions/${row.sessionId}`}
      className={`session-link${row.unread ? ' unread' : ''}`}
      aria-current={isCurrent ? 'page' : undefined}
      title={toVisibleText(row.projectPath)}
    >
      <StatusDot row={row} />
      <span className="title">{toVisibleText(row.title)}</span>
      <span className="age">{toAge(row.modified, now)}</span>
      <span className="detail">
        <Status row={row} />
        {toFolderName(row.projectPath)}
        {row.forkedFrom && ' · fork'}
        {row.unread && ' · unread'}
      </span>
    </Link>
  )
}

/** That nothing runs goes without saying where nothing else does; a screen reader hears it. */
function Status({ row }: { row: SessionRow }) {
  const kind =
    row.pending > 0 ? 'waits' : row.status === 'disconnected' ? 'visually-hidden' : row.status === 'error' ? 'bad' : ''
  return <span className={kind}>{row.status} · </span>
}

/** Filled while it runs, amber when it waits for somebody, red where it failed, ink when it has news. */
function StatusDot({ row }: { row: SessionRow }) {
  const kind =
    row.pending > 0
      ? 'waits'
      : row.status === 'error'
        ? 'bad'
        : row.status === 'working'
          ? 'works'
          : row.unread
            ? 'unread'
            : row.live
              ? 'live'
              : 'none'
  return <span aria-hidden="true" className={`dot dot-${kind}`} />
}
