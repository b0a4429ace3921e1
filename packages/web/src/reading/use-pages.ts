import { type AnswerTo, type Asked, type CallArguments, type ReadName, toPath } from '@quarterdeck/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'

/** The names of the routes that answer with a page of a list. */
type ListName = { [N in ReadName]: AnswerTo<N> extends Page ? N : never }[ReadName]

interface Page {
  items: unknown[]
  nextCursor: string | null
}

export interface Pages<P extends Page> {
  items: P['items']
  /** The newest page, with what else it says. */
  last: P | null
  problem: string | null
  /** The first page, or one more, is on its way. */
  isLoading: boolean
  hasMore: boolean
  /** One page more; after a problem, the same again. */
  loadMore: () => void
}

interface State<P extends Page> {
  path: string | null
  items: P['items']
  last: P | null
  problem: string | null
}

/** A list of the server's, page by page, from the start whenever something else is asked. What is shown stays until the new is there. */
export function usePages<N extends ListName>(name: N, asked: Asked<N> | null): Pages<AnswerTo<N> & Page> {
  type P = AnswerTo<N> & Page
  const { api } = useQuarterdeck()
  const path = asked === null ? null : toPath(name, asked)
  const [state, setState] = useState<State<P>>({ path: null, items: [], last: null, problem: null })
  const [isAsking, setIsAsking] = useState(false)
  const wanted = useRef(path)
  const newest = useRef(asked)
  newest.current = asked

  const ask = useCallback(
    async (from: string, before: P['items'], cursor: string | null) => {
      setIsAsking(true)
      try {
        const last = (await api.call(
          name,
          ...([withCursor(newest.current as Paged | null, cursor)] as CallArguments<N>),
        )) as P
        if (wanted.current === from)
          setState({ path: from, items: [...before, ...last.items] as P['items'], last, problem: null })
      } catch (error) {
        const problem = (error as Error).message
        if (wanted.current === from)
          setState((now) => (now.path === from ? { ...now, problem } : { path: from, items: [], last: null, problem }))
      } finally {
        if (wanted.current === from) setIsAsking(false)
      }
    },
    [api, name],
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

interface Paged {
  query?: object
}

function withCursor(asked: Paged | null, cursor: string | null): object {
  return cursor === null ? { ...asked } : { ...asked, query: { ...asked?.query, cursor } }
}
