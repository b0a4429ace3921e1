import type { ConnectionState } from '@quarterdeck/client'
import type { Allowance, InboxItem, SessionFacts, SessionRow } from '@quarterdeck/contract'
import { initialState, type Row, type SessionState } from '@quarterdeck/transcript'
import type { OutgoingMessage } from './outgoing.ts'

/** One open session, as it can be drawn. */
export interface SessionPicture {
  /** Of the messages that were loaded. */
  state: SessionState
  rows: readonly Row[]
  /** Of the whole session, as far as the server has told. */
  facts: SessionFacts
  /** All messages from before it was opened have arrived. */
  isCaughtUp: boolean
  /** There are messages before the first row. */
  hasOlder: boolean
  isLoadingOlder: boolean
  /** A problem outside of the session's messages: a full disk, a keeper that does not answer. */
  problem: string | null
  /** It cannot be opened: the code and the words of the server. */
  error: { code: string; message: string } | null
}

export interface LiveState {
  connection: ConnectionState
  /** The server's, once it was heard of. */
  version: string | null
  isDemo: boolean
  /** The operator's allowances, beyond what is always allowed. */
  allows: Allowance
  /** The server speaks another version than this page: why it should be loaded again. */
  reload: string | null
  /** Newest first; null until they were told. */
  rows: readonly SessionRow[] | null
  /** Older sessions come by HTTP, behind this. */
  nextCursor: string | null
  inbox: readonly InboxItem[]
  sessions: Readonly<Record<string, SessionPicture>>
  /** Messages that the server has not confirmed. */
  outgoing: readonly OutgoingMessage[]
}

export const initialLiveState: LiveState = {
  connection: 'connecting',
  version: null,
  isDemo: false,
  allows: { bypass: false, config: false },
  reload: null,
  rows: null,
  nextCursor: null,
  inbox: [],
  sessions: {},
  outgoing: [],
}

export const nothingYet: SessionPicture = {
  state: initialState,
  rows: [],
  facts: {},
  isCaughtUp: false,
  hasOlder: false,
  isLoadingOlder: false,
  problem: null,
  error: null,
}

/** Rows as they are after a change, in the order of the list. */
export function applyListChange(
  rows: readonly SessionRow[],
  { changed, gone }: { changed: readonly SessionRow[]; gone: readonly string[] },
): SessionRow[] {
  const replaced = new Set([...gone, ...changed.map(({ sessionId }) => sessionId)])
  const kept = rows.filter(({ sessionId }) => !replaced.has(sessionId))
  return [...kept, ...changed].sort(byTime)
}

function byTime(one: SessionRow, other: SessionRow): number {
  if (one.modified !== other.modified) return one.modified > other.modified ? -1 : 1
  return one.sessionId < other.sessionId ? -1 : 1
}
