import { type Row, rows, type SessionState } from '@quarterdeck/transcript'
import { useLayoutEffect, useRef } from 'react'
import { isOfClaude, RowView } from './RowView.tsx'

/** How far from the end still counts as reading the end, so that new text keeps it in view. */
const NEAR_END_PX = 80

export function Transcript({ state, isCaughtUp }: { state: SessionState; isCaughtUp: boolean }) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const shown = useRef<readonly Row[]>([])
  shown.current = rows(state, { previous: shown.current })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the content may have made it longer
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight
  }, [state.main, state.approvals, isCaughtUp])

  const all = shown.current
  return (
    <div
      className="transcript"
      role="log"
      aria-label="Transcript"
      aria-busy={!isCaughtUp}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      ref={log}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
      }}
    >
      {!isCaughtUp && <p className="quiet">Reading the session…</p>}
      {isCaughtUp && all.length === 0 && <p className="quiet">Nothing has been said yet. Write a message below.</p>}
      {isCaughtUp &&
        all.map((row, index) => (
          <RowView key={row.key} row={row} goesOn={isOfClaude(row) && isOfClaude(all[index - 1])} />
        ))}
    </div>
  )
}
