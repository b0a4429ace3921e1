import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Api } from '../api.ts'
import type { Answers } from '../cards/answer/answers.ts'
import type { Live } from '../live/create-live.ts'
import type { LiveState } from '../live/live-state.ts'
import type { PreferenceStore } from './preferences/preferences.ts'

/** The services of every view: the live connection, HTTP, preferences and given answers. */
export interface Quarterdeck {
  live: Live
  api: Api
  preferences: PreferenceStore
  answers: Answers
}

export const QuarterdeckContext = createContext<Quarterdeck | null>(null)

export function useQuarterdeck(): Quarterdeck {
  const found = useContext(QuarterdeckContext)
  if (found === null) throw new Error('A view stands outside of the page.')
  return found
}

/** A part of what is known live; the view is drawn again when that part changes. */
export function useLive<T>(select: (state: LiveState) => T): T {
  return useStore(useQuarterdeck().live.store, select)
}
