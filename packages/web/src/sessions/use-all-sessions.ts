import type { SessionRow } from '@quarterdeck/contract'
import { useEffect, useMemo, useState } from 'react'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { mergeRows } from './merge-rows.ts'
import { readAllSessions } from './read-all-sessions.ts'

export interface AllSessions {
  rows: readonly SessionRow[]
  /** More are on their way. */
  isReading: boolean
  problem: string | null
  reload: () => void
}

/** Every session there is: the page is told of the newest ones and of what changes; the others are read page by page behind them. */
export function useAllSessions(): AllSessions {
  const { api, live } = useQuarterdeck()
  const told = useLive((state) => state.rows)
  const [read, setRead] = useState<readonly SessionRow[]>([])
  const [isReading, setIsReading] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isOver = false
    async function readAll() {
      setIsReading(true)
      setProblem(null)
      let found: readonly SessionRow[] = []
      for await (const rows of readAllSessions(api)) {
        if (isOver) return
        found = rows
        // Read again, the table must not shrink meanwhile.
        if (round === 0) setRead(rows)
      }
      setRead(found)
      setIsReading(false)
    }
    readAll().catch((error: Error) => {
      if (isOver) return
      setProblem(error.message)
      setIsReading(false)
    })
    return () => {
      isOver = true
    }
  }, [api, round])

  // A row that is told no more was deleted, or the connection began anew: either way what was read may be old.
  useEffect(
    () =>
      live.store.subscribe(({ rows }, { rows: before }) => {
        if (rows === before || rows === null || before === null) return
        const ids = new Set(rows.map(({ sessionId }) => sessionId))
        if (before.some(({ sessionId }) => !ids.has(sessionId))) setRound((now) => now + 1)
      }),
    [live],
  )

  const rows = useMemo(() => mergeRows(read, told ?? []), [read, told])
  return { rows, isReading: isReading || told === null, problem, reload: () => setRound((now) => now + 1) }
}
