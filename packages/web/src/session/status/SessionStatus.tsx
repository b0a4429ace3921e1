import type { Overview } from '@quarterdeck/transcript'
import { toAge } from '../../text/to-age.ts'
import { toClock } from '../../text/to-clock.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { withoutFullStop } from '../../text/without-full-stop.ts'
import { ENDED } from './to-shown-status.ts'

interface Props {
  overview: Pick<Overview, 'approvals' | 'turn' | 'silence' | 'lastAt'>
  status: string
  now: number
}

/** The status of the session, for how long, and what it waits for. Programs rely on its words. */
export function SessionStatus({ overview: { approvals, turn, silence, lastAt }, status, now }: Props) {
  const isWaiting = status.startsWith('awaiting')
  const isGone = status.startsWith('disconnected')
  const began = status.startsWith('working') && turn?.status === 'running' ? turn.startedAt : undefined
  // It waits for a person since it has asked, whatever was said in the meantime.
  const [asked] = isWaiting ? approvals.flatMap(({ at }) => at ?? []).toSorted() : []
  const since = asked ?? lastAt
  return (
    <span
      className={isWaiting ? 'status-said waits' : status.startsWith('error') ? 'status-said error' : 'status-said'}
    >
      <span role="status" aria-label="Session status">
        {/* That it has ended is no fault, as the word for a lost connection would say. */}
        {status === ENDED ? <Ended /> : status}
        {/* The status is said aloud whenever it changes, and not the seconds, nor each thing that is waited for. */}
        {!isGone && (
          <span aria-live="off">
            {began !== undefined && <span aria-hidden="true">{` ${toClock(now - Date.parse(began))}`}</span>}
            {/* That it waits for a person, the status says itself. */}
            {!['you', 'nothing'].includes(silence.waitsFor) && ` · ${toVisibleText(withoutFullStop(silence.text))}`}
            {since !== null && <span aria-hidden="true">{` · ${toAge(since, now)}`}</span>}
          </span>
        )}
      </span>
    </span>
  )
}

function Ended() {
  return (
    <>
      <span className="visually-hidden">disconnected · </span>ended
    </>
  )
}
