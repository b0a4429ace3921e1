import { useCallback, useEffect, useState } from 'react'

export interface Asked<T> {
  value: T | null
  problem: string | null
  again: () => void
}

/** What was asked for when the panel opened; `again` asks once more. The newest answer counts. */
export function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<{ value: T | null; problem: string | null }>({ value: null, problem: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for does not change while a panel is open
  useEffect(() => {
    let isOver = false
    ask().then(
      (value) => isOver || setState({ value, problem: null }),
      (error: Error) => isOver || setState((known) => ({ ...known, problem: error.message })),
    )
    return () => {
      isOver = true
    }
  }, [round])
  const again = useCallback(() => setRound((count) => count + 1), [])
  return { ...state, again }
}
