import { type AnswerTo, type Asked, type CallArguments, type ReadName, toPath } from '@quarterdeck/client'
import { useCallback, useEffect, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'

export interface Reading<T> {
  /** The answer to what is asked now; kept while the same is asked again. */
  data: T | null
  /** What was said last, be it to another question: for whoever would rather show that than nothing. */
  last: T | null
  /** Why there is no answer, or no newer one, as a sentence. */
  problem: string | null
  /** Nothing was said yet to what is asked now. */
  isLoading: boolean
  reload: () => void
}

/** Asks the server by a route, and again when what is asked or `news` changes; null asks for nothing. */
export function useReading<N extends ReadName>(
  name: N,
  asked: Asked<N> | null,
  news: unknown = null,
): Reading<AnswerTo<N>> {
  const { api } = useQuarterdeck()
  const question = asked === null ? null : toPath(name, asked)
  return useAnswer(question, () => api.call(name, ...([asked] as CallArguments<N>)), news)
}

/** Asks whoever knows, once for each question that has another name. The newest one counts. */
export function useAnswer<T>(question: string | null, ask: () => Promise<T>, news: unknown = null): Reading<T> {
  const [said, setSaid] = useState<Said<T>>(nothing)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question has a name, and the way to ask it is made anew at every drawing
  useEffect(() => {
    if (question === null) return
    let isOver = false
    ask().then(
      (data) => isOver || setSaid({ question, data, problem: null }),
      ({ message: problem }: Error) =>
        isOver || setSaid((known) => ({ ...(known.question === question ? known : nothing), question, problem })),
    )
    return () => {
      isOver = true
    }
  }, [question, news, round])
  const reload = useCallback(() => {
    setSaid((known) => ({ ...known, problem: null }))
    setRound((count) => count + 1)
  }, [])
  const { data, problem } = said.question === question ? said : nothing
  const isLoading = question !== null && data === null && problem === null
  return { data, last: question === null ? null : said.data, problem, isLoading, reload }
}

interface Said<T> {
  question: string | null
  data: T | null
  problem: string | null
}

const nothing = { question: null, data: null, problem: null }
