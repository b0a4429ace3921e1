import type { BackgroundTask } from '@quarterdeck/transcript'
import { createContext, useContext } from 'react'

/** The session around a part of the conversation. Never changes while one looks at it. */
export interface SessionScope {
  sessionId: string
  /** Paths are said from here on. */
  projectPath: string | undefined
  stopTask: (taskId: string) => void
  /** Goes to the card that asks whether a call may be done. */
  answer: (toolId: string) => void
}

export const SessionScopeContext = createContext<SessionScope | null>(null)

/** Null where an entry is shown by itself: in the inbox, in a test. */
export function useSessionScope(): SessionScope | null {
  return useContext(SessionScopeContext)
}

/** Whether thinking stands open by itself. */
export const ThinkingContext = createContext(false)

/** Tasks in the background, of which an entry may tell. */
export const TasksContext = createContext<readonly BackgroundTask[]>([])
