import type { SessionRow } from '@quarterdeck/contract'
import { useMemo, useRef, useState } from 'react'

/** Which rows are chosen, for one action on all of them. What a filter hides is not acted on. */
export function useChosen(shown: readonly SessionRow[]) {
  const [all, setAll] = useState<ReadonlySet<string>>(new Set())
  const lastId = useRef<string | null>(null)
  const rows = useMemo(() => shown.filter(({ sessionId }) => all.has(sessionId)), [shown, all])
  const ids = useMemo(() => new Set(rows.map(({ sessionId }) => sessionId)), [rows])

  /** With Shift, everything from the row that was chosen last. */
  function toggle({ sessionId }: SessionRow, isRange: boolean) {
    const isAdded = !ids.has(sessionId)
    const next = new Set(ids)
    const touched = isRange ? findRange(shown, lastId.current, sessionId) : [sessionId]
    for (const id of touched) {
      if (isAdded) next.add(id)
      else next.delete(id)
    }
    lastId.current = sessionId
    setAll(next)
  }

  return {
    ids,
    rows,
    toggle,
    toggleAll: () => setAll(rows.length === shown.length ? new Set() : new Set(shown.map((row) => row.sessionId))),
    clear: () => setAll(new Set()),
  }
}

function findRange(rows: readonly SessionRow[], from: string | null, to: string): string[] {
  const places = [from, to].map((id) => rows.findIndex(({ sessionId }) => sessionId === id))
  if (places.includes(-1)) return [to]
  return rows.slice(Math.min(...places), Math.max(...places) + 1).map(({ sessionId }) => sessionId)
}
