import { getValue, type Row, type SessionState } from '@quarterdeck/transcript'
import { useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { nothingYet } from '../../live/live-state.ts'
import { findRow, findRowOf, type RowTarget } from '../entry/find-row.ts'

interface Options {
  sessionId: string
  state: SessionState
  rows: readonly Row[]
  isCaughtUp: boolean
}

interface Found {
  at: string
  /** The message itself, where its line alone does not say which entry it is a part of. */
  raw?: unknown
  problem: string | null
}

export interface LinkTarget {
  target: RowTarget | null
  isLooking: boolean
  problem: string | null
  /** It is loaded, and not among what is shown: a line for Claude alone, or one that was rewound. */
  isHidden: boolean
}

/** The message that `?at=` names: loads what lies between, however far back it is. */
export function useTarget({ sessionId, state, rows, isCaughtUp }: Options): LinkTarget {
  const { live, api } = useQuarterdeck()
  const at = new URLSearchParams(useSearch()).get('at')
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (at === null || !isCaughtUp) return
    let isOver = false
    const lookFor = async (): Promise<Found> => {
      const look = () => live.store.getState().sessions[sessionId] ?? nothingYet
      const find = (raw?: unknown) => findRow(look().state, look().rows, at) ?? findRowOf(look().rows, raw)
      if (find() !== null) return { at, problem: null }
      const raw = await api.call('GET /api/claude/sessions/:id/messages/:uuid', { params: { id: sessionId, uuid: at } })
      // One that is there and not shown is not looked for in all that came before.
      if (find(raw) === null && !isLoaded(look().state, at)) await live.loadOlder(sessionId, { until: at })
      return { at, raw, problem: null }
    }
    lookFor().then(
      (there) => !isOver && setFound(there),
      (error: Error) => !isOver && setFound({ at, problem: error.message }),
    )
    return () => {
      isOver = true
    }
  }, [live, api, sessionId, at, isCaughtUp])

  const isThere = found !== null && found.at === at && found.problem === null
  const place = isThere ? (findRow(state, rows, found.at) ?? findRowOf(rows, found.raw)) : null
  const { rowKey, callKey } = place ?? {}
  const inside = place?.inside?.join(' ')
  // The same object as long as it is the same place: to go there once is enough.
  const target = useMemo(
    () =>
      rowKey === undefined
        ? null
        : {
            rowKey,
            ...(callKey !== undefined && { callKey }),
            ...(inside !== undefined && { inside: inside.split(' ') }),
          },
    [rowKey, callKey, inside],
  )
  return {
    target,
    isLooking: at !== null && found?.at !== at,
    problem: found?.at === at ? found.problem : null,
    // Where a session has begun anew it may be loaded no longer.
    isHidden: isThere && target === null && isLoaded(state, found.at),
  }
}

function isLoaded({ lines, counted }: SessionState, uuid: string): boolean {
  return getValue(lines, uuid) !== undefined || getValue(counted, uuid) !== undefined
}
