import type { Row } from '@quarterdeck/transcript'
import { useLayoutEffect, useRef } from 'react'
import { isOfClaude, RowView } from './RowView.tsx'

/** How far from the end still counts as reading the end, so that new text keeps it in view. */
const NEAR_END_PX = 80

interface Props {
  rows: readonly Row[]
  isCaughtUp: boolean
  /** There is more before the first row; null while it is being loaded. */
  onOlder: (() => void) | null
  hasOlder: boolean
}

export function Transcript({ rows, isCaughtUp, hasOlder, onOlder }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the content may have made it longer
  useLayoutEffect(() => {
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight
  }, [rows, isCaughtUp])

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
      {isCaughtUp && rows.length === 0 && <p className="quiet">Nothing has been said yet. Write a message below.</p>}
      {isCaughtUp && hasOlder && (
        <button type="button" className="button" disabled={onOlder === null} onClick={() => onOlder?.()}>
          Show earlier messages
        </button>
      )}
      {isCaughtUp &&
        rows.map((row, index) => (
          <RowView key={row.key} row={row} goesOn={isOfClaude(row) && isOfClaude(rows[index - 1])} />
        ))}
    </div>
  )
}
