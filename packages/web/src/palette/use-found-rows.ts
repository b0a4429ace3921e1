import type { SessionRow } from '@quarterdeck/contract'
import { useMemo } from 'react'
import { useLive } from '../frame/quarterdeck.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useReading } from '../reading/use-reading.ts'

const FEWEST_LETTERS = 2
const TYPING_MS = 120

/** Sessions to choose from: the newest, which the page knows, and older ones that the server finds by what was typed. */
export function useFoundRows(typed: string): readonly SessionRow[] {
  const known = useLive((state) => state.rows)
  const hasOlder = useLive((state) => state.nextCursor !== null)
  const words = useDebounced(typed.trim(), TYPING_MS)
  const isAsked = hasOlder && words.length >= FEWEST_LETTERS
  const { data } = useReading('GET /api/claude/sessions', isAsked ? { query: { limit: 30, q: words } } : null)
  return useMemo(() => {
    const ids = new Set(known?.map((row) => row.sessionId))
    return [...(known ?? []), ...(data?.items.filter((row) => !ids.has(row.sessionId)) ?? [])]
  }, [known, data])
}
