import { Link } from 'wouter'
import { toVisibleText } from '../text/visible-text.ts'
import { useLive } from './quarterdeck.ts'

/** Messages that did not arrive, for whoever has gone elsewhere since. */
export function OutgoingNotice({ current }: { current: string | undefined }) {
  const outgoing = useLive((state) => state.outgoing)
  const rows = useLive((state) => state.rows)
  const stuck = outgoing.filter(({ problem, command }) => problem !== null && command.sessionId !== current)
  const sessionId = stuck[0]?.command.sessionId
  if (sessionId === undefined) return null
  const title = rows?.find((row) => row.sessionId === sessionId)?.title
  const recipient = title === undefined ? '' : ` to “${toVisibleText(title)}”`
  return (
    <p className="outgoing-notice" role="status">
      {stuck.length === 1 ? `A message${recipient} has not arrived.` : `${stuck.length} messages have not arrived.`}{' '}
      <Link href={`/sessions/${sessionId}`}>{stuck.length === 1 ? 'Look at it' : 'Look at the first'}</Link>
    </p>
  )
}
