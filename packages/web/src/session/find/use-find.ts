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
  const { hits, isLooking } = useOlderHits(api, sessionId, hasOlder ? wanted : '')
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
      const raw = await api.call(toPath(sessionId, uuid))
      const target = now === undefined ? null : (findRow(now.state, now.rows, uuid) ?? findRowOf(now.rows, raw))
      // The server also finds words that are not shown; the nearest entry that shows them is where one goes.
      const shown = now === undefined || target === null ? [] : findInRows(now.rows, wanted)
      setChosen(shown.find((each) => target !== null && isSame(each, target)) ?? shown[0] ?? target)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsLoading(false)
    }
  }

  function go(step: number) {
    if (total === 0 || isLoading) return
    const place = at === -1 ? (step > 0 ? -1 : 0) : older.length + at
    const next = (place + step + total) % total
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

/** What the server finds in the whole session, oldest first. */
function useOlderHits(api: Api, sessionId: string, words: string) {
  const [found, setFound] = useState<{ words: string; hits: readonly string[] }>({ words: '', hits: [] })
  useEffect(() => {
    if (words === '') return
    let isOver = false
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        q: `"${words.replaceAll('"', ' ')}"`,
        session: sessionId,
        mode: 'substrings',
        limit: '500',
      })
      api.call<{ items: { uuid: string }[] }>(`/api/claude/search?${query}`).then(
        ({ items }) => !isOver && setFound({ words, hits: items.map(({ uuid }) => uuid).reverse() }),
        // What is loaded can be gone through without it.
        () => !isOver && setFound({ words, hits: [] }),
      )
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, sessionId, words])
  const isThere = words === '' || found.words === words
  return { hits: isThere && words !== '' ? found.hits : [], isLooking: !isThere }
}

function toPath(sessionId: string, uuid: string): string {
  return `/api/claude/sessions/${encodeURIComponent(sessionId)}/messages/${encodeURIComponent(uuid)}`
}

function isSame(one: RowTarget, other: RowTarget): boolean {
  return one.rowKey === other.rowKey && one.callKey === other.callKey
}
