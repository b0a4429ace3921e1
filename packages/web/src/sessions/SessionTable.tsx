import type { SessionRow } from '@quarterdeck/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { VIEW_KEYS } from '../palette/view-keys.ts'
import { useIsNarrow } from '../parts/use-is-narrow.ts'
import { useListKeys } from '../reading/use-list-keys.ts'
import type { Sort, SortField } from './choose-sessions.ts'
import { SessionTableHead } from './SessionTableHead.tsx'
import { type OnAct, SessionTableRow } from './SessionTableRow.tsx'

/** As the style sheet has them: rows of one height need not be measured while somebody scrolls. */
const ROW_PX = 56
const NARROW_ROW_PX = 112
/** What stays in sight over the first rows and the last ones: the names of the columns, and what can be done with those chosen. */
const HEAD_PX = 40
const BAR_PX = 72

interface Props {
  rows: readonly SessionRow[]
  scroller: RefObject<HTMLElement | null>
  chosen: ReadonlySet<string>
  sort: Sort
  now: number
  onSort: (field: SortField) => void
  onChooseAll: () => void
  onAct: OnAct
}

/** All sessions; only the rows that are seen are drawn, between two empty ones that are as high as the rest. */
export const SessionTable = memo(function SessionTable(props: Props) {
  const { rows, scroller, chosen, sort, now, onSort, onChooseAll, onAct } = props
  const isNarrow = useIsNarrow()
  const table = useRef<HTMLTableElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? NARROW_ROW_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.sessionId ?? index,
    overscan: 3,
    scrollMargin,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: BAR_PX,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are of another height when the window is
  useLayoutEffect(() => list.measure(), [isNarrow, list])
  // Filters that open and problems that are shown above the table move it.
  useLayoutEffect(() => {
    const above = table.current?.previousElementSibling
    const measure = () => setScrollMargin(findTop(table.current?.tBodies[0], scroller.current))
    measure()
    if (!above) return
    const observer = new ResizeObserver(measure)
    observer.observe(above)
    return () => observer.disconnect()
  }, [scroller])

  const [currentId, setCurrentId] = useState<string | null>(null)
  const current = rows.findIndex(({ sessionId }) => sessionId === currentId)
  const toFocus = useRef<string | null>(null)
  const onKeyDown = useListKeys({
    count: rows.length,
    current,
    onMove(index) {
      const id = rows[index]?.sessionId ?? null
      setCurrentId(id)
      toFocus.current = id
      list.scrollToIndex(index)
    },
    more: [
      {
        ...VIEW_KEYS.listChoose,
        run: () => rows[current] !== undefined && onAct('choose', rows[current]),
      },
    ],
  })
  // The row where the keyboard went may be drawn only after the table has scrolled to it.
  useEffect(() => {
    if (toFocus.current === null) return
    const link = table.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(toFocus.current)}"]`)
    if (!link) return
    link.focus({ preventScroll: true })
    toFocus.current = null
  })

  // A row that goes takes the focus with it, and its place is taken by the next one; a button that goes leaves it to its row.
  const focused = useRef<{ element: Element; id: string; index: number } | null>(null)
  useEffect(() => {
    const was = focused.current
    if (was === null || was.element.isConnected || document.activeElement !== document.body) return
    focused.current = null
    const isThere = rows.some(({ sessionId }) => sessionId === was.id)
    const id = isThere ? was.id : (rows[Math.min(was.index, rows.length - 1)]?.sessionId ?? null)
    setCurrentId(id)
    toFocus.current = id
  })

  const items = list.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const above = first === undefined ? 0 : first.start - scrollMargin
  const below = last === undefined ? 0 : list.getTotalSize() - (last.end - scrollMargin)
  return (
    <table
      ref={table}
      className="session-table"
      aria-label="All sessions"
      onKeyDown={onKeyDown}
      aria-rowcount={rows.length + 1}
      onFocus={({ target }) => {
        if (target.dataset.session !== undefined) setCurrentId(target.dataset.session)
        const index = Number(target.closest('tr')?.dataset.index ?? -1)
        const id = rows[index]?.sessionId
        focused.current = id === undefined ? null : { element: target, id, index }
      }}
    >
      <SessionTableHead
        sort={sort}
        onSort={onSort}
        isAllChosen={rows.length > 0 && rows.every(({ sessionId }) => chosen.has(sessionId))}
        onChooseAll={onChooseAll}
      />
      <tbody>
        <Gap px={above} />
        {items.map(({ index, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <SessionTableRow
              key={key}
              row={row}
              index={index}
              isChosen={chosen.has(row.sessionId)}
              isCurrent={index === Math.max(0, current)}
              now={now}
              onAct={onAct}
            />
          )
        })}
        <Gap px={below} />
      </tbody>
    </table>
  )
})

/** How far down it stands in what scrolls. */
function findTop(element: Element | undefined, scroller: Element | null): number {
  if (element === undefined || scroller === null) return 0
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
}

function Gap({ px }: { px: number }) {
  if (px <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr className="gap" aria-hidden="true">
      <td style={{ height: px }} />
    </tr>
  )
}
