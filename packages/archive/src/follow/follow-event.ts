/** What sort of thing beside the transcripts changed. */
export type SideArea = 'todos' | 'tasks' | 'file-history'

/** Each session stands in one of the three. What is `changed` may be the transcript, what stands beside it, or what was counted in it. */
export interface SessionChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

/** What everyone hears who follows the archive. */
export type ArchiveEvent =
  | ({ kind: 'sessions' } & SessionChanges)
  /** Null where it cannot be told whose it is. */
  | { kind: 'side'; directory: string; area: SideArea; sessionId: string | null }

/** What somebody hears who follows one session. */
export type SessionEvent =
  | {
      kind: 'lines'
      /** JSON as it was written; a subagent's with `parent_tool_use_id` in front. */
      lines: string[]
      agentId: string | null
      /** In the file: where the lines begin, and where the next one will. */
      from: number
      to: number
      damagedLines: number
    }
  /** What was there is no longer there: all that was heard is to be forgotten, and comes again. */
  | { kind: 'reset'; agentId: string | null; reason: 'truncated' | 'replaced' | 'removed' }

/** How far the files of a session were read: the offset by agent, the session's own under the empty name. */
export type Position = Readonly<Record<string, number>>
