import { useCallback, useEffect, useState } from 'react'
import { useQuarterdeck } from './quarterdeck.ts'

export interface Asked<T> {
  /** What the server said last; kept while it is asked again. */
  data: T | null
  problem: string | null
  /** Asks once more, now. */
  again: () => void
}

/** Asks the server, and again when the path or `news` changes. Null asks nothing. */
export function useAsked<T>(path: string | null, news: unknown = null): Asked<T> {
  const { api } = useQuarterdeck()
  const [answer, setAnswer] = useState<{ path: string; data: T } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is the same, and the answer may not be
  useEffect(() => {
    if (path === null) return
    let isWanted = true
    api.call<T>(path).then(
      (data) => {
        if (!isWanted) return
        setAnswer({ path, data })
        setProblem(null)
      },
      (error: Error) => isWanted && setProblem(error.message),
    )
    return () => {
      isWanted = false
    }
  }, [api, path, news, times])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { data: answer !== null && answer.path === path ? answer.data : null, problem, again }
}
