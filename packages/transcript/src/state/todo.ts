/** A todo: from TodoWrite, from the Task tools, or from a todo file. */
export interface Todo {
  readonly id: string
  readonly subject: string
  readonly status: string
  /** Its wording while it is in progress. */
  readonly activeForm?: string
  readonly description?: string
  readonly owner?: string
  readonly blocks: readonly string[]
  readonly blockedBy: readonly string[]
}
