import type { AgentFacts } from '../state/agent-facts.ts'
import type { Entry, ToolCall, UserEntry } from '../state/entry.ts'

interface RowBase {
  /** Stays the same from the first draft of a row on, over all states. */
  key: string
  at?: string
}

/** A tool call, and the rows of the agent that it started. */
export interface CallRow {
  key: string
  call: ToolCall
  /** It is still being written. */
  isDraft?: true
  agent?: AgentFacts
  rows?: readonly Row[]
}

/** A row of the conversation, as the page draws it. */
export type Row =
  | (RowBase & { kind: 'user'; entry: UserEntry })
  | (RowBase & { kind: 'text'; text: string; isDraft?: true; isError?: true; error?: string; model?: string })
  | (RowBase & { kind: 'thinking'; text: string; isDraft?: true; isRedacted?: true })
  /** A group of calls without anything between them. */
  | (RowBase & { kind: 'tools'; calls: readonly CallRow[] })
  | (RowBase & { kind: 'other'; type: string })
  | (RowBase & { kind: 'day'; day: string })
  | (RowBase & Omit<Extract<Entry, { kind: 'notice' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'output' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'separator' }>, 'id' | 'command'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'summary' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'hook' }>, 'id'>)
  | (RowBase & Omit<Extract<Entry, { kind: 'hidden' }>, 'id'>)
