import type { HistoryAnswer, PatchHistory } from '@quarterdeck/contract'
import { useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { useReading } from '../reading/use-reading.ts'

export interface History {
  history: HistoryAnswer | null
  problem: string | null
  change: (change: PatchHistory) => Promise<void>
}

/** What Claude Code's clean-up takes, and what is kept of it; asked again when `news` changes. */
export function useHistory(news: unknown = null): History {
  const { api } = useQuarterdeck()
  const { data, problem } = useReading('GET /api/claude/clean-up', {}, news)
  const [changed, setChanged] = useState<{ was: HistoryAnswer | null; is: HistoryAnswer } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  async function change(body: PatchHistory) {
    try {
      setFailure(null)
      const is = await api.call('PATCH /api/claude/clean-up', { body })
      setChanged({ was: data, is })
    } catch (error) {
      setFailure((error as Error).message)
    }
  }
  // What was read since counts over what a change answered.
  const history = changed !== null && changed.was === data ? changed.is : data
  return { history, problem: failure ?? (data === null ? problem : null), change }
}
