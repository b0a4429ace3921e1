import type { HistoryAnswer } from '@quarterdeck/contract'
import { toGigabytes } from '../text/to-gigabytes.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { useHistory } from './use-history.ts'

/** Nobody has waited so long: who says this has no clean-up. */
const FOR_GOOD_DAYS = 3650

/** What Claude Code deletes, told once; and what it has deleted, until somebody has read it. Remembered by the server, for every device. */
export function HistoryNotice() {
  const { history, problem, change } = useHistory()
  if (problem !== null && history !== null)
    return (
      <p className="error" role="alert">
        {problem}
      </p>
    )
  if (history === null) return null
  const { cleanup, copies, gone, told } = history
  const isCleaned = cleanup.days > 0 && cleanup.days < FOR_GOOD_DAYS
  return (
    <>
      {!told && isCleaned && (
        <section className="history-notice" aria-label="Old sessions">
          <p>{toRetentionText(history)}</p>
          <div className="row">
            <button type="button" className="button" onClick={() => void change({ told: true, on: true })}>
              {copies.on ? 'Keep them' : 'Keep copies'}
            </button>
            <button type="button" className="button" onClick={() => void change({ told: true, on: false })}>
              Let them go
            </button>
          </div>
        </section>
      )}
      {gone.length > 0 && (
        <section className="history-notice" aria-label="Deleted sessions">
          <p>{toGoneText(gone)}</p>
          <details>
            <summary>Which</summary>
            <ul>
              {gone.map(({ sessionId, title, kept }) => (
                <li key={sessionId}>
                  {toVisibleText(title) || 'Untitled'} <span className="quiet">{kept ? 'kept' : 'not kept'}</span>
                </li>
              ))}
            </ul>
          </details>
          <button type="button" className="button" onClick={() => void change({ confirmGone: true })}>
            OK
          </button>
        </section>
      )}
      {copies.on && copies.uncovered.length > 0 && <Uncovered copies={copies} />}
    </>
  )
}

function Uncovered({ copies: { uncovered, maxBytes } }: Pick<HistoryAnswer, 'copies'>) {
  const hasNoRoom = uncovered.some(({ why }) => why === 'no room')
  const many = uncovered.length === 1 ? '1 session' : `${uncovered.length} sessions`
  const cause = hasNoRoom
    ? `copies may take ${toGigabytes(maxBytes)}. Allow more in Settings, or keep the ones you need.`
    : `${uncovered[0]?.reason ?? 'the copy failed'}.`
  return (
    <section className="history-notice" aria-label="Sessions without a copy">
      <p>
        {many} will be deleted soon and could not be copied: {cause}
      </p>
      <details>
        <summary>Which</summary>
        <ul>
          {uncovered.map(({ sessionId, title }) => (
            <li key={sessionId}>{toVisibleText(title) || 'Untitled'}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}

function toRetentionText({ cleanup: { days, source }, copies }: HistoryAnswer): string {
  const after = days === 1 ? 'a day' : `${days} days`
  const who = source === 'managed' ? ', as your organisation has set it' : ''
  const deletes = `Claude Code in a terminal deletes sessions after ${after}${who}.`
  if (!copies.on) return `${deletes} Quarterdeck keeps no copies of them.`
  return `${deletes} Quarterdeck keeps a copy of each before that (up to ${toGigabytes(copies.maxBytes)}).`
}

function toGoneText(gone: HistoryAnswer['gone']): string {
  const kept = gone.filter((session) => session.kept).length
  const lost = gone.length - kept
  const what = gone.length === 1 ? '1 session was' : `${gone.length} sessions were`
  const parts = [
    ...(kept > 0
      ? [`${kept} ${kept === 1 ? 'was' : 'were'} kept and ${kept === 1 ? 'is' : 'are'} still in this list`]
      : []),
    ...(lost > 0 ? [`${lost} ${lost === 1 ? 'was' : 'were'} not kept`] : []),
  ]
  return `${what} deleted by Claude Code's clean-up; ${parts.join(', ')}.`
}
