import type { Row } from '@quarterdeck/transcript'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { Announcer } from './Announcer.tsx'
import { isOfClaude, RowView } from './RowView.tsx'

/** How far from the end still counts as reading the end, so that new text keeps it in view. */
const NEAR_END_PX = 80
/** Older entries are asked for before the reader comes to the first one. */
const NEAR_START_PX = 800
const ESTIMATED_ROW_PX = 64

interface Props {
  rows: readonly Row[]
  /** Everything that happened before has arrived. */
  isCaughtUp: boolean
  hasOlder: boolean
  onReachStart: () => void
}

/** The conversation. Only what is seen is drawn; it stays where it is when older entries come before it, and follows the end when read there. */
export function Transcript({ rows, isCaughtUp, hasOlder, onReachStart }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => log.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
  })
  useEffect(() => {
    if (isCaughtUp) list.scrollToEnd()
  }, [isCaughtUp, list])

  // A card that opens below takes room from here: whoever reads the end goes on reading it.
  const wasAtEnd = useRef(true)
  useEffect(() => {
    if (log.current === null) return
    const observer = new ResizeObserver(() => wasAtEnd.current && list.scrollToEnd())
    observer.observe(log.current)
    return () => observer.disconnect()
  }, [list])

  function onScroll() {
    wasAtEnd.current = list.isAtEnd(NEAR_END_PX)
    setIsAtEnd(wasAtEnd.current)
    if (hasOlder && (log.current?.scrollTop ?? 0) < NEAR_START_PX) onReachStart()
  }

  const items = list.getVirtualItems()
  return (
    <div className="transcript-frame">
      <div
        ref={log}
        className="transcript"
        role="log"
        aria-label="Transcript"
        aria-busy={!isCaughtUp}
        // What is said is announced once it is whole, by the announcer; not piece by piece.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {!isCaughtUp && <p className="quiet">Reading the session…</p>}
        {isCaughtUp && rows.length === 0 && <p className="quiet">Nothing has been said yet. Write a message below.</p>}
        {isCaughtUp && (
          <div className="transcript-rows" style={{ height: list.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              return (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  className="transcript-row"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <RowView row={row} goesOn={isOfClaude(row) && isOfClaude(rows[item.index - 1])} />
                </div>
              )
            })}
          </div>
        )}
      </div>
      {!isAtEnd && (
        <button type="button" className="button jump" onClick={() => list.scrollToEnd({ behavior: 'smooth' })}>
          Jump to latest
        </button>
      )}
      <Announcer rows={rows} isCaughtUp={isCaughtUp} />
    </div>
  )
}
