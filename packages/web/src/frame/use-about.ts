import type { SessionDetail } from '@quarterdeck/contract'
import type { About } from '@quarterdeck/transcript'
import { type Reading, useReading } from '../reading/use-reading.ts'
import { useLive } from './quarterdeck.ts'

/** The CLI's own description from the start of a session: of the newest that runs, or else of the newest. */
export function useAbout(): Reading<SessionDetail> & { about: Partial<About> } {
  const sessionId = useLive(({ rows }) => (rows?.find((row) => row.live) ?? rows?.[0])?.sessionId)
  const asked = useReading(
    'GET /api/claude/sessions/:id',
    sessionId === undefined ? null : { params: { id: sessionId } },
  )
  return { ...asked, about: asked.data?.facts.about ?? {} }
}
