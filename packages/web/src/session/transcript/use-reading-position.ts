import type { Row } from '@quarterdeck/transcript'
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The entry at the top, and how far of it had gone by. */
interface Place {
  key: string
  offset: number
}

/** Where each session was read last; the end needs no remembering. */
const places = new Map<string, Place>()

interface Options {
  sessionId: string
  rows: readonly Row[]
  isCaughtUp: boolean
  list: Virtualizer<HTMLDivElement, Element>
  log: RefObject<HTMLDivElement | null>
  /** Whether the end is kept in view. */
  wasAtEnd: RefObject<boolean>
}

/** Whoever comes back to a session reads on where they were. */
export function useReadingPosition({ sessionId, rows, isCaughtUp, list, log, wasAtEnd }: Options): void {
  // A link to a message says itself where to go.
  const [place] = useState(() => (location.search.includes('at=') ? undefined : places.get(sessionId)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to go to
  useEffect(() => {
    const index = place === undefined || !isCaughtUp ? -1 : rows.findIndex(({ key }) => key === place.key)
    if (place === undefined || index === -1) return
    wasAtEnd.current = false
    list.scrollToIndex(index, { align: 'start' })
    // How high the entry is, and those around it, is known when they are drawn.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const row = log.current?.querySelector(`[data-key="${CSS.escape(place.key)}"]`)
        if (!row || log.current === null) return
        log.current.scrollBy({
          top: row.getBoundingClientRect().top - log.current.getBoundingClientRect().top + place.offset,
        })
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isCaughtUp])

  // In the last moment in which what is drawn can be looked at.
  const isRead = useRef(isCaughtUp)
  isRead.current = isCaughtUp
  useLayoutEffect(
    () => () => {
      if (log.current === null || !isRead.current) return
      const { top } = log.current.getBoundingClientRect()
      const rows = [...log.current.querySelectorAll<HTMLElement>('[data-key]')]
      const first = rows.find((row) => row.getBoundingClientRect().bottom > top)
      if (wasAtEnd.current || first?.dataset.key === undefined) places.delete(sessionId)
      else places.set(sessionId, { key: first.dataset.key, offset: top - first.getBoundingClientRect().top })
    },
    [sessionId, log, wasAtEnd],
  )
}
