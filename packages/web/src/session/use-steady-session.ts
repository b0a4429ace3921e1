import { useRef } from 'react'
import { useLive } from '../frame/quarterdeck.ts'
import { nothingYet, type SessionPicture } from '../live/live-state.ts'
import { settle } from '../live/settle.ts'

/** A session, drawn again when something else has happened than that a text has grown. */
export function useSteadySession(sessionId: string): SessionPicture {
  const last = useRef<SessionPicture>(nothingYet)
  return useLive(({ sessions }) => {
    last.current = settle(last.current, sessions[sessionId] ?? nothingYet)
    return last.current
  })
}
