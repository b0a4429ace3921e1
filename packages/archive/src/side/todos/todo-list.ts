/** A list of things to do, of one agent of a session. */
export interface TodoList {
  sessionId: string
  /** Null for the session's own list. */
  agentId: string | null
  /** Where it was found: the files of older and newer CLIs, or the calls in the transcript. */
  source: 'todos' | 'tasks' | 'transcript'
  items: TodoItem[]
}

export interface TodoItem {
  /** Tasks have one; todos stand in their order. */
  id: string | null
  subject: string
  description: string | null
  /** What to show while it is being done. */
  activeForm: string | null
  /** `pending`, `in_progress`, `completed`, or what a newer CLI says. */
  status: string
  owner: string | null
  blocks: string[]
  blockedBy: string[]
}
