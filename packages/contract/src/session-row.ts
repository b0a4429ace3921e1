/** A session in the list. */
export interface SessionRow {
  sessionId: string
  title: string
  projectPath: string
  created: string
  modified: string
  status: string
  live: boolean
  /** How many approvals wait for a person. */
  pending: number
  /** Why it does not go on, where that is known: its process was suspended, or how it ended. */
  why?: string
}

export interface SessionList {
  items: SessionRow[]
  nextCursor: null
}
