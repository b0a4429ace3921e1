import type { SessionDetail } from '@quarterdeck/contract'
import type { About } from '@quarterdeck/transcript'
import { useLive } from './quarterdeck.ts'
import { type Asked, useAsked } from './use-asked.ts'

/** What the CLI said of itself when a session began: of the newest that runs, or else of the newest. */
export function useAbout(): Asked<SessionDetail> & { about: Partial<About> } {
  const sessionId = useLive(({ rows }) => (rows?.find((row) => row.live) ?? rows?.[0])?.sessionId)
  const asked = useAsked<SessionDetail>(sessionId === undefined ? null : `/api/claude/sessions/${sessionId}`)
  return { ...asked, about: (asked.data?.facts.about as Partial<About> | undefined) ?? {} }
}
