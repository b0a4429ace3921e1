import type { SessionRow } from '@quarterdeck/contract'
import { SessionLink } from './SessionLink.tsx'
import { sortRows } from './sort-rows.ts'

interface Props {
  rows: readonly SessionRow[]
  current: string | undefined
  now: number
}

/** Sessions: those that run first, then the newest. One list, so that it is one for a screen reader; the headings are drawn. */
export function SessionList({ rows, current, now }: Props) {
  const { live, recent } = sortRows(rows)
  const toItem = (heading: string) => (row: SessionRow, at: number) => (
    <li key={row.sessionId} data-heading={at === 0 ? heading : undefined}>
      <SessionLink row={row} isCurrent={row.sessionId === current} now={now} />
    </li>
  )
  return (
    <ul className="sessions" aria-label="Sessions">
      {live.map(toItem('Live'))}
      {recent.map(toItem('Recent'))}
    </ul>
  )
}
