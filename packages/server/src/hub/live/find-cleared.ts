import type { Archive, SessionSummary } from '@quarterdeck/archive'
import type { SessionFolders } from './session-folders.ts'

/** A session that has gone on under another id, as `/clear` does it with newer CLIs: one for us, with several transcripts on disk. */
export interface Cleared {
  /** The id that it began under, by which it is listed. */
  sessionId: string
  ids: readonly string[]
  /** Of what it is now. */
  summary: SessionSummary
}

/** By any of its ids; null for a session of one transcript, or one whose transcripts nothing of ours binds together. */
export function findCleared(
  id: string,
  { archive, folders }: { archive: Archive; folders: SessionFolders },
): Cleared | null {
  const ids = folders.idsOf(id)
  const [sessionId = id] = ids
  if (ids.length === 1 || !folders.hasLog(sessionId)) return null
  const summaries = ids.flatMap((each) => archive.findSession(each) ?? [])
  const newest = summaries.sort((one, other) => (one.modified > other.modified ? -1 : 1))[0]
  // Somebody has gone on with what was there before it was cleared: those are two now.
  return newest === undefined || newest.sessionId === sessionId ? null : { sessionId, ids, summary: newest }
}
