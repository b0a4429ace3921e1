import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { findRow, findRowOf, type RowTarget } from './entry/find-row.ts'

interface Found {
  at: string
  target: RowTarget | null
  problem: string | null
}

/** The message that `?at=` names: loads what lies between, however far back it is. */
export function useTarget(sessionId: string, isCaughtUp: boolean): Omit<Found, 'at'> & { isLooking: boolean } {
  const { live, api } = useQuarterdeck()
  const at = new URLSearchParams(useSearch()).get('at')
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (at === null || !isCaughtUp) return
    let isOver = false
    const look = async (): Promise<RowTarget | null> => {
      const read = () => live.store.getState().sessions[sessionId]
      const find = (raw?: unknown) => {
        const now = read()
        if (now === undefined) return null
        return findRow(now.state, now.rows, at) ?? (raw === undefined ? null : findRowOf(now.rows, raw))
      }
      if (find() !== null) return find()
      const raw = await api.call(
        `/api/claude/sessions/${encodeURIComponent(sessionId)}/messages/${encodeURIComponent(at)}`,
      )
      if (find(raw) === null) await live.loadOlder(sessionId, { until: at })
      return find(raw)
    }
    look().then(
      (target) =>
        !isOver &&
        setFound({ at, target, problem: target === null ? 'The message of this link is not shown here.' : null }),
      (error: Error) => !isOver && setFound({ at, target: null, problem: error.message }),
    )
    return () => {
      isOver = true
    }
  }, [live, api, sessionId, at, isCaughtUp])
  if (at === null || found?.at !== at) return { target: null, problem: null, isLooking: at !== null }
  return { target: found.target, problem: found.problem, isLooking: false }
}
