import type { Position } from '@quarterdeck/archive'
import type { KeptSession } from '@quarterdeck/driver'

/**
 * What stood in the transcript before our log began. Fixed when the log begins and kept in `session.json`: these lines are 1 to
 * `lines` of the feed, and record k of the log is `lines + k`.
 */
export interface LogHistory {
  /** Whose transcript it is: the session's own, or its origin's where it is a fork. */
  sessionId: string
  /** As the archive streams them, agents behind their calls. */
  lines: number
  /** How far the files had been written then. What stands behind it is in the log, or is not of this session. */
  position: Position
  /** Of a fork at a message: that message, with which the history ends. */
  until?: string
}

/**
 * Where the messages of a session come from now.
 *
 * `log`: the history, then the log, numbered together; the epoch is the log's. It stays so after the process has ended, as long as
 * nobody else has written to the transcript since.
 *
 * `transcript`: the CLI's files alone. Nothing of ours was there, or another program has gone on with the session: then our log, if
 * there is one, is no longer the whole truth.
 */
export type SessionSource =
  | { kind: 'log'; sessionId: string; ids: readonly string[]; history: LogHistory | null; kept: KeptSession }
  | { kind: 'transcript'; sessionId: string; ids: readonly string[] }

/** What the feed needs of the hub. */
export interface SessionSources {
  /** By any id the session goes or went by. Throws `not_found`. A log that nobody has asked for is opened for this. */
  openSource(id: string): Promise<SessionSource>
  /** A person looks at the session: it counts as read, and does not end by itself meanwhile. Returns what ends the looking. */
  watch(id: string): () => void
  /**
   * Tells that the source of a session is another now: a recorded one was started, or somebody else has written behind our log.
   * Whoever reads it opens it again; the epoch is another.
   */
  onSourceChange(listener: (sessionId: string) => void): () => void
}
