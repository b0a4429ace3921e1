import type { SessionState } from '@quarterdeck/transcript'
import { useLayoutEffect, useRef } from 'react'
import { DraftView } from './DraftView.tsx'
import { EntryView } from './EntryView.tsx'

/** How far from the end still counts as reading the end, so that new text keeps it in view. */
const NEAR_END_PX = 80

export function Transcript({ state, isCaughtUp }: { state: SessionState; isCaughtUp: boolean }) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the content may have made it longer
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight
  }, [state.entries, state.drafts, state.approvals, isCaughtUp])

  const isEmpty = state.entries.length === 0 && state.drafts.length === 0
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
      {isCaughtUp && isEmpty && <p className="quiet">Nothing has been said yet. Write a message below.</p>}
      {isCaughtUp &&
        state.entries.map((entry, index) => (
          <EntryView
            key={`${entry.kind} ${entry.id}`}
            entry={entry}
            goesOn={state.entries[index - 1]?.kind === entry.kind}
          />
        ))}
      {isCaughtUp && state.drafts.length > 0 && <DraftView drafts={state.drafts} />}
    </div>
  )
}
