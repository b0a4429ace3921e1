import type { SessionRow } from '@quarterdeck/contract'
import { Link } from 'wouter'
import { toAge } from '../text/to-age.ts'
import { toShortPath } from '../tools/to-short-path.ts'

interface Props {
  rows: readonly SessionRow[]
  current: string | undefined
  now: number
}

/** Sessions: those that run first, then the newest. */
export function SessionList({ rows, current, now }: Props) {
  const live = rows.filter((row) => row.live)
  const recent = rows.filter((row) => !row.live && !row.archived)
  return (
    <ul className="sessions" aria-label="Sessions">
      {[...live, ...recent].map((row) => (
        <li key={row.sessionId}>
          <Link href={`/sessions/${row.sessionId}`} aria-current={row.sessionId === current ? 'page' : undefined}>
            <span className="title">
              <StatusDot row={row} /> {row.title}
            </span>
            <span className="detail">
              <span className={row.pending > 0 ? 'waits' : ''}>{row.status}</span> · {toShortPath(row.projectPath)} ·{' '}
              {toAge(row.modified, now)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Filled while it runs, amber when it waits for somebody, a ring when it has news. */
function StatusDot({ row }: { row: SessionRow }) {
  const kind =
    row.pending > 0 ? 'waits' : row.status === 'working' ? 'works' : row.unread ? 'unread' : row.live ? 'live' : ''
  if (kind === '') return null
  return (
    <>
      <span aria-hidden="true" className={`dot dot-${kind}`} />
      {row.unread && <span className="visually-hidden">unread, </span>}
    </>
  )
}
