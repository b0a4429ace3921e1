import type { SessionRow } from '@quarterdeck/contract'
import { Link } from 'wouter'

interface Props {
  rows: readonly SessionRow[]
  current: string | undefined
}

export function SessionList({ rows, current }: Props) {
  return (
    <ul className="sessions" aria-label="Sessions">
      {rows.map((row) => (
        <li key={row.sessionId}>
          <Link href={`/sessions/${row.sessionId}`} aria-current={row.sessionId === current ? 'page' : undefined}>
            <span className="title">{row.title}</span>
            <span className="detail">
              <span className={row.pending > 0 ? 'waits' : ''}>{row.status}</span> · {row.projectPath}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
