import { useEffect, useState } from 'react'
import { useHistory } from '../sessions/use-history.ts'
import { isComposing } from '../text/is-composing.ts'
import { toGigabytes } from '../text/to-gigabytes.ts'
import { Section } from './Section.tsx'
import { Toggle } from './Toggle.tsx'

const GIGABYTE = 1_000_000_000

/** What is kept of the sessions that Claude Code deletes. */
export function HistorySettings() {
  const { history, problem, change } = useHistory()
  const allowed = history === null ? '' : String(history.copies.maxBytes / GIGABYTE)
  const [typed, setTyped] = useState(allowed)
  useEffect(() => setTyped(allowed), [allowed])
  const save = () => {
    const bytes = Math.round(Number(typed) * GIGABYTE)
    if (typed === allowed) return
    if (bytes >= GIGABYTE / 10) void change({ maxBytes: bytes })
    else setTyped(allowed)
  }
  return (
    <Section name="Old sessions">
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {history !== null && (
        <>
          <p className="quiet">
            {toCleanupText(history.cleanup)} Sessions started here delete nothing.
            {history.cleanup.source === 'managed' &&
              ' Settings of your organisation count over that, so copies are what keeps them.'}
          </p>
          <Toggle
            name="Keep copies of sessions before Claude Code deletes them"
            hint="Copies stay in the list and in the search. Resume puts one back."
            isOn={history.copies.on}
            onChange={(on) => void change({ on })}
          />
          <label className="gigabytes">
            Copies may take (GB)
            <input
              className="field"
              type="number"
              min={0.1}
              max={10_000}
              step="any"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={save}
              onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
            />
          </label>
          <p className="quiet">
            {history.copies.count === 1 ? '1 session is' : `${history.copies.count} sessions are`} kept;{' '}
            {toGigabytes(history.copies.usedBytes)} of {toGigabytes(history.copies.maxBytes)} used.
          </p>
          {history.copies.uncovered.length > 0 && (
            <p className="error" role="status">
              {history.copies.uncovered.length} could not be copied and will be deleted soon:{' '}
              {history.copies.uncovered[0]?.why === 'no room' ? 'allow more room' : history.copies.uncovered[0]?.reason}
              .
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function toCleanupText({ days, source }: { days: number; source: string }): string {
  if (days === 0) return 'Your settings tell Claude Code to keep no sessions, and none are copied.'
  const after = days === 1 ? 'a day' : `${days} days`
  const who =
    source === 'user' ? ', as your settings say' : source === 'managed' ? ', as your organisation has set it' : ''
  return `Claude Code in a terminal deletes sessions ${after} after they were last active${who}.`
}
