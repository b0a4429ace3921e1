import type { Row, SessionState } from '@quarterdeck/transcript'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Openness, OpennessContext } from '../../tools/use-openness.ts'
import { EntryContext, type OpenedEntry } from '../entry/EntryButton.tsx'
import type { EntryActions } from '../entry/EntryMenu.tsx'
import type { RowTarget } from '../entry/find-row.ts'
import { FindBar } from '../find/FindBar.tsx'
import { markWords } from '../find/mark-words.ts'
import { useFind } from '../find/use-find.ts'
import { useFindKeys } from '../find/use-find-keys.ts'
import { Announcer } from './Announcer.tsx'
import { JumpButton } from './JumpButton.tsx'
import { OlderNote } from './OlderNote.tsx'
import { isOfClaude } from './RowView.tsx'
import { TranscriptRow } from './TranscriptRow.tsx'
import './transcript.css'
import { lazily } from '../../parts/lazily.ts'
import { useItemKeys } from './use-item-keys.ts'
import type { Older } from './use-older.ts'
import { useReadingPosition } from './use-reading-position.ts'

const EntryMenu = lazily(() => import('../entry/EntryMenu.tsx'))

/** How far from the end still counts as reading the end, so that new text keeps it in view. */
const NEAR_END_PX = 80
/** Older entries are asked for before the reader comes to the first one. */
const NEAR_START_PX = 800
const ESTIMATED_ROW_PX = 64

export interface TranscriptProps {
  sessionId: string
  state: SessionState
  rows: readonly Row[]
  /** Everything that happened before has arrived. */
  isCaughtUp: boolean
  older: Older
  actions: EntryActions
  /** The row that a link leads to. */
  target: RowTarget | null
  /** Asked for from outside of it. */
  findAsked: number
  /** Shown where there are no rows. */
  empty: ReactNode
}

/** The conversation. Only what is seen is drawn; it stays where it is when older entries come before it, and follows the end when read there. */
export function Transcript(props: TranscriptProps) {
  const { sessionId, state, rows, isCaughtUp, older, actions, target, findAsked, empty } = props
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [opened, setOpened] = useState<OpenedEntry | null>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => log.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: useItemKeys(rows),
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    // A text that grows moves what stands below it, and nothing is drawn anew for that.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  const find = useFind({
    sessionId,
    state,
    rows,
    hasOlder: older.areThere,
    getReadRow: () => list.range?.startIndex ?? 0,
  })
  useFindKeys(find.open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is asked for
  useEffect(() => {
    if (findAsked > 0) find.open()
  }, [findAsked])
  useEffect(() => {
    if (isCaughtUp) list.scrollToEnd()
  }, [isCaughtUp, list])

  // A card that opens below takes room from here: whoever reads the end goes on reading it.
  const wasAtEnd = useRef(true)
  useReadingPosition({ sessionId, rows, isCaughtUp, list, log, wasAtEnd })
  useEffect(() => {
    if (log.current === null) return
    const observer = new ResizeObserver(() => wasAtEnd.current && list.scrollToEnd())
    observer.observe(log.current)
    return () => observer.disconnect()
  }, [list])

  const shown = find.isOpen ? (find.current ?? null) : target
  const choices = useRef<Map<string, boolean>>(new Map())
  const openness: Openness = useMemo(() => {
    const keys = shown === null ? [] : toPath(shown)
    for (const key of keys) choices.current.set(key, true)
    return { choices: choices.current, revealed: new Set(keys) }
  }, [shown])

  // Goes to what was found, once it is known where that stands.
  const isShown = shown !== null && rows.some((row) => row.key === shown.rowKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come meanwhile move nothing
  useEffect(() => {
    if (shown === null || !isShown || !isCaughtUp) return
    wasAtEnd.current = false
    list.scrollToIndex(
      rows.findIndex((row) => row.key === shown.rowKey),
      { align: 'start' },
    )
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => bringIntoView(log.current, shown)))
    return () => cancelAnimationFrame(frame)
  }, [shown, isShown, isCaughtUp, list])

  const mayAsk = isCaughtUp && older.areThere && !older.isLoading && older.problem === null
  function askNearStart() {
    if (mayAsk && log.current !== null && log.current.scrollTop < NEAR_START_PX) older.load()
  }
  // What came may be lines of agents alone: of a list that does not fill the view, nobody can scroll to the start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when rows have come, as often as there is room left
  useEffect(() => {
    if (!mayAsk) return
    // Where it scrolls to by itself is known when it has been drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(askNearStart)
    })
    return () => cancelAnimationFrame(frame)
  }, [mayAsk, rows.length])
  // Rows that came before others stand above them, also where all have room: those that are read stay where they are.
  const fromEnd = useRef(false)
  if (older.areThere) fromEnd.current = true
  // What was the first once says who speaks there also when others have come before it: without that line it would move.
  const firsts = useRef(new Set<string>())
  if (rows[0] !== undefined) firsts.current.add(rows[0].key)

  const items = list.getVirtualItems()
  useLayoutEffect(() => {
    if (log.current === null) return
    const words = find.isOpen ? find.words.trim() : ''
    markWords(log.current, words, findElement(log.current, shown))
  })

  function onScroll() {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log.current ?? {}
    wasAtEnd.current = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX
    setIsAtEnd(wasAtEnd.current)
    askNearStart()
  }

  return (
    <OpennessContext value={openness}>
      <div className="transcript-frame">
        {find.isOpen && <FindBar find={find} />}
        <div
          ref={log}
          className={fromEnd.current ? 'transcript is-from-end' : 'transcript'}
          role="log"
          aria-label="Transcript"
          aria-busy={!isCaughtUp}
          data-rows={rows.length}
          // The announcer announces a text once it is whole; the rows themselves are not live.
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          onScroll={onScroll}
        >
          {!isCaughtUp && <p className="quiet">Reading the session…</p>}
          {isCaughtUp && <OlderNote older={older} />}
          {isCaughtUp && rows.length === 0 && !older.areThere && empty}
          {isCaughtUp && (
            <div ref={list.containerRef} className="transcript-rows">
              <EntryContext value={setOpened}>
                {items.map(({ key, index }) => {
                  const row = rows[index]
                  if (row === undefined) return null
                  return (
                    <TranscriptRow
                      key={key}
                      row={row}
                      index={index}
                      goesOn={isOfClaude(row) && isOfClaude(rows[index - 1]) && !firsts.current.has(row.key)}
                      isShown={row.key === shown?.rowKey}
                      measure={list.measureElement}
                    />
                  )
                })}
              </EntryContext>
            </div>
          )}
        </div>
        {!isAtEnd && <JumpButton rows={rows} onJump={() => list.scrollToEnd({ behavior: 'smooth' })} />}
        {opened !== null && (
          <EntryMenu
            key={opened.row.key}
            row={opened.row}
            state={state}
            actions={actions}
            opener={opened.opener}
            onClose={() => setOpened(null)}
          />
        )}
        {/* Of what came before alone, nothing is new. */}
        <Announcer rows={rows} isCaughtUp={isCaughtUp && (rows.length > 0 || !older.areThere)} />
      </div>
    </OpennessContext>
  )
}

function findElement(log: HTMLElement, target: RowTarget | null): Element | null {
  if (target === null) return null
  const row = log.querySelector(`[data-key="${CSS.escape(target.rowKey)}"]`)
  return toPath(target).reduce<Element | null>((outer, key) => {
    const name = CSS.escape(key)
    return outer?.querySelector(`[data-call="${name}"], [data-inner="${name}"]`) ?? outer
  }, row)
}

/** All that must stand open for it to be seen. */
function toPath({ rowKey, callKey, inside = [] }: RowTarget): string[] {
  return [rowKey, ...(callKey === undefined ? [] : [callKey]), ...inside]
}

/** A long entry may begin far above what was found in it. */
function bringIntoView(log: HTMLElement | null, target: RowTarget): void {
  if (log === null) return
  const [range] = globalThis.CSS?.highlights?.get('found-current') ?? []
  const box = (range as Range | undefined)?.getBoundingClientRect() ?? findElement(log, target)?.getBoundingClientRect()
  if (box === undefined) return
  const view = log.getBoundingClientRect()
  if (box.top < view.top || box.bottom > view.bottom) log.scrollBy({ top: box.top - view.top - view.height / 3 })
}
