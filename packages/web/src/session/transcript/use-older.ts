import { useEffect, useState } from 'react'
import { useLive, useQuarterdeck } from '../../frame/quarterdeck.ts'
import type { SessionPicture } from '../../live/live-state.ts'

/** The messages before the loaded rows. */
export interface Older {
  areThere: boolean
  isLoading: boolean
  /** Why it could not be loaded. Nobody asks again for it but a person, or who hears that the server is back. */
  problem: string | null
  load: () => void
}

export function useOlder(sessionId: string, { hasOlder, isLoadingOlder }: SessionPicture): Older {
  const { live } = useQuarterdeck()
  const isOnline = useLive(({ connection }) => connection === 'online')
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another session, or after a break, nothing has failed yet
  useEffect(() => setProblem(null), [sessionId, isOnline])
  return {
    areThere: hasOlder,
    isLoading: isLoadingOlder,
    problem,
    load() {
      setProblem(null)
      live.loadOlder(sessionId).catch((error: Error) => setProblem(error.message))
    },
  }
}
