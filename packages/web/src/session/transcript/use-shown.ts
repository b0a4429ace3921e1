import type { SessionRow } from '@quarterdeck/contract'
import { fold, type Row, rows, type SessionState, selectBranch } from '@quarterdeck/transcript'
import { useMemo, useRef } from 'react'
import type { SessionPicture } from '../../live/live-state.ts'
import { toLocalDay } from '../../text/to-local-day.ts'

export interface Wanted {
  everything: boolean
  /** The last message of another branch that somebody looks at. */
  leaf: string | null
}

/** The session as somebody wants to see it. Most want what the connection has made already. */
export function useShown(
  { state, rows: told }: SessionPicture,
  row: SessionRow | undefined,
  { everything, leaf }: Wanted,
) {
  // What a transcript left open is over, where no process is there to go on with it. Only the server knows that.
  const isOver = row !== undefined && !row.live && row.heldBy === null && state.process === 'unknown'
  const previous = useRef<readonly Row[] | undefined>(undefined)
  return useMemo((): { state: SessionState; rows: readonly Row[] } => {
    const ended = isOver ? fold(state, { kind: 'unheld' }) : state
    if (ended === state && !everything && leaf === null) {
      previous.current = told
      return { state, rows: told }
    }
    const looked = leaf === null ? ended : selectBranch(ended, leaf)
    previous.current = rows(looked, { everything, toDay: toLocalDay, previous: previous.current })
    return { state: ended, rows: previous.current }
  }, [state, told, isOver, everything, leaf])
}
