import type { InboxItem, SessionFacts, SessionList, SessionRow } from '@quarterdeck/contract'

/** What a page wants to know of all sessions, and of one. */
export interface LiveHub {
  /** Newest first. */
  list(request: { limit: number }): Promise<SessionList>
  onListChange(listener: (changes: { changed: SessionRow[]; gone: string[] }) => void): () => void
  listInbox(): InboxItem[]
  onInboxChange(listener: (items: InboxItem[]) => void): () => void
  /** What the messages of a session amount to; `isPartial` where only its end is known, and `onMore` is called when all of it is. */
  describe(id: string, onMore: () => void): Promise<{ facts: SessionFacts; isPartial: boolean }>
  /** A person looks at the session. Returns what ends the looking. */
  watch(id: string): () => void
}
