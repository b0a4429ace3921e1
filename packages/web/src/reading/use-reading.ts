import { useCallback, useEffect, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'

export interface Reading<T> {
  /** What the server last said; while something else is being read, still that. */
  data: T | null
  /** Why it could not be read, as a sentence. */
  problem: string | null
  isLoading: boolean
  reload: () => void
}

/** Asks the server for what stands at a path, again whenever that changes; for nothing where there is none. The newest question counts. */
export function useReading<T>(path: string | null): Reading<T> {
  const { api } = useQuarterdeck()
  const [state, setState] = useState<{ path: string | null; data: T | null; problem: string | null }>(nothing)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same again
  useEffect(() => {
    if (path === null) return
    let isOver = false
    api.call<T>(path).then(
      (data) => isOver || setState({ path, data, problem: null }),
      (error: Error) => isOver || setState({ path, data: null, problem: error.message }),
    )
    return () => {
      isOver = true
    }
  }, [api, path, round])
  const reload = useCallback(() => {
    setState((now) => ({ ...now, path: null, problem: null }))
    setRound((now) => now + 1)
  }, [])
  if (path === null) return { ...nothing, isLoading: false, reload }
  const isLoading = state.path !== path
  return { data: state.data, problem: isLoading ? null : state.problem, isLoading, reload }
}

const nothing = { path: null, data: null, problem: null }
