import type { AgentFacts } from '../state/agent-facts.ts'
import type { Entry, ToolCall, UserEntry } from '../state/entry.ts'

interface RowBase {
  /** The same for the same thing in every picture, from its first draft on. */
  key: string
  at?: string
}

/** A call, and the conversation of the agent that it has sent. */
export interface CallRow {
  key: string
  call: ToolCall
  /** It is still being written. */
  isDraft?: true
  agent?: AgentFacts
  rows?: readonly Row[]
}

/** One of the things that the page draws below each other. */
export type Row =
  | (RowBase & { kind: 'user'; entry: UserEntry })
  | (RowBase & { kind: 'text'; text: string; isDraft?: true; isError?: true; error?: string; model?: string })
  | (RowBase & { kind: 'thinking'; text: string; isDraft?: true; isRedacted?: true })
  /** Calls that stand below each other. */
  | (RowBase & { kind: 'tools'; calls: readonly CallRow[] })
  | (RowBase & { kind: 'other'; type: string })
  | (RowBase & { kind: 'day'; day: string })
  | (RowBase & Omit<Extract<Entry, { kind: 'notice' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'output' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'separator' }>, 'id' | 'command'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'summary' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'hook' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'hidden' }>, 'id'>)
