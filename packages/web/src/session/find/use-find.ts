import { getValue, type Row, type SessionState } from '@quarterdeck/transcript'
import { useEffect, useMemo, useState } from 'react'
import type { Api } from '../../api.ts'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { findRow, findRowOf, type RowTarget } from '../entry/find-row.ts'
import { findInRows } from './row-text.ts'

export interface Find {
  isOpen: boolean
  /** How often it was asked for. */
  asked: number
  words: string
  setWords: (words: string) => void
  total: number
  /** There are more than were counted. */
  isCut: boolean
  /** Of the one that is shown; -1 for none. */
  place: number
  current: RowTarget | null
  isLooking: boolean
  problem: string | null
  open: () => void
  close: () => void
  go: (step: number) => void
}

interface Options {
  sessionId: string
  state: SessionState
  rows: readonly Row[]
  hasOlder: boolean
  /** The row that is read now: the nearest place is shown first. */
  getReadRow: () => number
}

const PAUSE_MS = 250

/** Words in a session: those in the loaded rows at once, older ones by the server, loaded when one goes there. */
export function useFind({ sessionId, state, rows, hasOlder, getReadRow }: Options): Find {
  const { api, live } = useQuarterdeck()
  const [isOpen, setIsOpen] = useState(false)
  const [asked, setAsked] = useState(0)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<RowTarget | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = isOpen ? words.trim() : ''
  const loaded = useMemo(() => findInRows(rows, wanted), [rows, wanted])
  const { hits, isCut, isLooking } = useOlderHits(api, sessionId, hasOlder ? wanted : '')
  const older = hits.filter((uuid) => getValue(state.lines, uuid) === undefined)
  const total = older.length + loaded.length
  const at = chosen === null ? -1 : loaded.findIndex((each) => isSame(each, chosen))
  const current = wanted === '' ? null : (loaded[at] ?? null)

  /** The first one at or behind what is read, else the last. */
  function choose(text: string) {
    const found = findInRows(rows, text.trim())
    const from = getReadRow()
    const places = new Map(rows.map((row, index) => [row.key, index]))
    setChosen(found.find(({ rowKey }) => (places.get(rowKey) ?? 0) >= from) ?? found.at(-1) ?? null)
  }

  async function goOlder(uuid: string) {
    setIsLoading(true)
    setProblem(null)
    try {
      await live.loadOlder(sessionId, { until: uuid })
      const now = live.store.getState().sessions[sessionId]
      const raw = await api.call('GET /api/claude/sessions/:id/messages/:uuid', { params: { id: sessionId, uuid } })
      const target = now === undefined ? null : (findRow(now.state, now.rows, uuid) ?? findRowOf(now.rows, raw))
      setChosen(now === undefined ? target : toNearest(now.rows, findInRows(now.rows, wanted), target))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsLoading(false)
    }
  }

  function go(step: number) {
    if (total === 0 || isLoading) return
    // What was shown is gone, or nothing was yet: the nearest is where one begins.
    if (at === -1 && loaded.length > 0) return choose(words)
    const next = at === -1 ? total - 1 : (older.length + at + step + total) % total
    const uuid = older[next]
    if (uuid !== undefined) void goOlder(uuid)
    else setChosen(loaded[next - older.length] ?? null)
  }

  return {
    isOpen,
    asked,
    words,
    setWords(text) {
      setProblem(null)
      setWords(text)
      choose(text)
    },
    total,
    isCut,
    place: at === -1 ? -1 : older.length + at,
    current,
    isLooking: isLooking || isLoading,
    problem,
    open() {
      setIsOpen(true)
      setAsked((times) => times + 1)
      choose(words)
    },
    close: () => setIsOpen(false),
    go,
  }
}

/** The server also finds words that are not shown: then one goes to the next entry that shows them, or else to the last. */
function toNearest(rows: readonly Row[], found: readonly RowTarget[], target: RowTarget | null): RowTarget | null {
  const same = target === null ? undefined : found.find((each) => isSame(each, target))
  if (same !== undefined || target === null) return same ?? null
  const places = new Map(rows.map((row, index) => [row.key, index]))
  const toPlace = ({ rowKey }: RowTarget) => places.get(rowKey) ?? 0
  return found.find((each) => toPlace(each) >= toPlace(target)) ?? found.at(-1) ?? target
}

interface Hits {
  words: string
  hits: readonly string[]
  isCut: boolean
}

/** The server's hits in the whole session, oldest first; where they are too many, the newest of them. */
function useOlderHits(api: Api, sessionId: string, words: string) {
  const [found, setFound] = useState<Hits>({ words: '', hits: [], isCut: false })
  useEffect(() => {
    if (words === '') return
    let isOver = false
    const timer = setTimeout(() => {
      const q = `"${words.replaceAll('"', ' ')}"`
      api.call('GET /api/claude/search', { query: { q, session: sessionId, mode: 'substrings', limit: 500 } }).then(
        ({ items, nextCursor }) => {
          const hits = items.map(({ uuid }) => uuid).reverse()
          if (!isOver) setFound({ words, hits, isCut: nextCursor !== null })
        },
        // The loaded rows can be searched without the server.
        () => !isOver && setFound({ words, hits: [], isCut: false }),
      )
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, sessionId, words])
  const isThere = words === '' || found.words === words
  const isKnown = isThere && words !== ''
  return { hits: isKnown ? found.hits : [], isCut: isKnown && found.isCut, isLooking: !isThere }
}

function isSame(one: RowTarget, other: RowTarget): boolean {
  return one.rowKey === other.rowKey && one.callKey === other.callKey && one.inside?.join() === other.inside?.join()
}
