import { useRef } from 'react'
import { useLive } from '../frame/quarterdeck.ts'
import { type LiveSession, nothingYet } from '../live/live-state.ts'
import { settle } from '../live/settle.ts'

/** A session, drawn again when something else has happened than that a text has grown. */
export function useSteadySession(sessionId: string): LiveSession {
  const last = useRef<LiveSession>(nothingYet)
  return useLive(({ sessions }) => {
    last.current = settle(last.current, sessions[sessionId] ?? nothingYet)
    return last.current
  })
}
