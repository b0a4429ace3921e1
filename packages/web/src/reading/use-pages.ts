import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'

interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export interface Pages<T, P> {
  items: readonly T[]
  /** The newest page, with what else it says. */
  last: P | null
  problem: string | null
  /** The first page, or one more, is on its way. */
  isLoading: boolean
  hasMore: boolean
  /** One page more; after a problem, the same again. */
  loadMore: () => void
}

interface State<T, P> {
  path: string | null
  items: readonly T[]
  last: P | null
  problem: string | null
}

/** A list of the server's, page by page, from the start whenever the path changes. What is shown stays until the new is there. */
export function usePages<T, P extends Page<T> = Page<T>>(path: string | null): Pages<T, P> {
  const { api } = useQuarterdeck()
  const [state, setState] = useState<State<T, P>>({ path: null, items: [], last: null, problem: null })
  const [isAsking, setIsAsking] = useState(false)
  const wanted = useRef(path)

  const ask = useCallback(
    async (from: string, before: readonly T[], cursor: string | null) => {
      setIsAsking(true)
      try {
        const last = await api.call<P>(cursor === null ? from : `${from}&cursor=${encodeURIComponent(cursor)}`)
        if (wanted.current === from) setState({ path: from, items: [...before, ...last.items], last, problem: null })
      } catch (error) {
        const problem = (error as Error).message
        if (wanted.current === from)
          setState((now) => (now.path === from ? { ...now, problem } : { path: from, items: [], last: null, problem }))
      } finally {
        if (wanted.current === from) setIsAsking(false)
      }
    },
    [api],
  )

  useEffect(() => {
    wanted.current = path
    if (path !== null) void ask(path, [], null)
    return () => {
      wanted.current = null
    }
  }, [path, ask])

  const isOfPath = state.path === path
  const loadMore = () => {
    if (path === null || isAsking) return
    if (!isOfPath || state.last === null) void ask(path, [], null)
    else if (state.last.nextCursor !== null) void ask(path, state.items, state.last.nextCursor)
  }
  if (path === null) return { items: [], last: null, problem: null, isLoading: false, hasMore: false, loadMore }
  return {
    items: state.items,
    last: state.last,
    problem: isOfPath && !isAsking ? state.problem : null,
    isLoading: !isOfPath || isAsking,
    hasMore: isOfPath && state.last !== null && state.last.nextCursor !== null,
    loadMore,
  }
}
