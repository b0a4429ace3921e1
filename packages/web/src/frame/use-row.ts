import type { SessionRow } from '@quarterdeck/contract'
import { createContext, useContext } from 'react'
import { useReading } from '../reading/use-reading.ts'
import { useLive } from './quarterdeck.ts'

/** Of the session that is shown, where the list does not reach to it. */
export const AskedRowContext = createContext<SessionRow | null>(null)

/** Asks for the row of a session that is not among the newest. */
export function useAskedRow(sessionId: string | undefined): SessionRow | null {
  const isMissing = useLive(({ rows }) => rows?.every((row) => row.sessionId !== sessionId) === true)
  const isAsked = sessionId !== undefined && isMissing
  return useReading('GET /api/claude/sessions/:id', isAsked ? { params: { id: sessionId } } : null).data
}

/** The row of a session in the list; for a session too old for the list, the one that the server was asked for. */
export function useRow(sessionId: string | undefined): SessionRow | undefined {
  const asked = useContext(AskedRowContext)
  const listed = useLive(({ rows }) => rows?.find((row) => row.sessionId === sessionId))
  return listed ?? (asked !== null && asked.sessionId === sessionId ? asked : undefined)
}
