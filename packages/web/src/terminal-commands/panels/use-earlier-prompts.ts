import { useState } from 'react'
import { useLive, useQuarterdeck } from '../../frame/quarterdeck.ts'
import { nothingYet } from '../../live/live-state.ts'

/** Prompts that stand before what was read of a session. */
export function useEarlierPrompts(sessionId: string) {
  const { live } = useQuarterdeck()
  const areThere = useLive(({ sessions }) => (sessions[sessionId] ?? nothingYet).hasOlder)
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const look = () => live.store.getState().sessions[sessionId] ?? nothingYet
  const countPrompts = () => look().rows.filter(({ kind }) => kind === 'user').length
  async function load(): Promise<void> {
    setIsLoading(true)
    setProblem(null)
    const known = countPrompts()
    try {
      // Between two prompts there may be more than a page of what was done.
      while (look().hasOlder && countPrompts() === known) await live.loadOlder(sessionId)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsLoading(false)
    }
  }
  return { areThere, isLoading, problem, load }
}
