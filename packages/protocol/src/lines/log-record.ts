/** Who wrote a record: the CLI on stdout, a host on its stdin, or the keeper itself. */
export type LogSource = 'cli' | 'host' | 'keeper'

/** One record of a session's log. The keeper stamps it, the server passes it on, the page folds it. */
export interface LogRecord {
  /** Rises, and is never used twice. Holes are what was dropped: pieces of messages that are complete, and the oldest. */
  seq: number
  /** When it was written, ISO 8601 in UTC. */
  at: string
  from: LogSource
  /** The command that a host's record came with: sent again, it is answered and not done again. */
  commandId?: string
  /** Who gave the command, in the host's own words (a device, a program). */
  by?: string
  /** The message was so large that its long texts are cut short here; the whole line is in this file beside the log. */
  large?: { bytes: number; file: string }
  /** What was said, as it was said; of the keeper, a `KeeperMessage`. */
  message: unknown
}

/** How a process ended, as facts. */
export interface ExitInfo {
  kind: 'finished' | 'stopped' | 'crashed' | 'failed_to_start'
  code: number | null
  signal: string | null
  /** It did not end when asked, and was killed. */
  forced: boolean
  /** It ended inside a turn. */
  inTurn: boolean
  /** Why it never ran, or what ended it where that is not its own doing. */
  reason?: string
  /** The end of what it wrote to stderr. */
  stderr: string
}

/** A message that waits for the turn to end; until then it can be changed, moved and taken back. */
export interface QueuedMessage {
  uuid: string
  content: unknown
  /** When it was queued. */
  at: string
  by?: string
  /** It goes to the CLI when a person says so, and not before: a person has stopped the turn, or the session has ended. */
  isHeld?: true
  /** The CLI had it under this uuid and has given it back. It never takes the same uuid twice. */
  sentAs?: string
}

/** What the keeper has to say, in the place of a message of the CLI. */
export type KeeperMessage =
  /** A process runs. All that an earlier one had open is over. */
  | {
      type: 'keeper'
      subtype: 'started'
      pid: number
      sessionId: string
      cwd: string
      cliVersion?: string
      /** It goes on with a transcript that was there. */
      resumed: boolean
      /** What the CLI goes on counting from: the total that the session it resumes, or is a fork of, had on disk (`cost-state`). */
      priorCostUsd?: number
      /** The permission mode that it was started with, if one was named. */
      permissionMode?: string
    }
  | { type: 'keeper'; subtype: 'exited'; exit: ExitInfo }
  /** A line on stdout that is no JSON. */
  | { type: 'keeper'; subtype: 'unread'; text: string }
  /** A line too long to keep. */
  | { type: 'keeper'; subtype: 'oversize'; bytes: number }
  /** All that is queued now, in order. With `isStop` a person has stopped the turn: its prompt is not to be done again. */
  | { type: 'keeper'; subtype: 'queue'; items: QueuedMessage[]; isStop?: true }
  /** The process has gone on under another session id (`/clear`). */
  | { type: 'keeper'; subtype: 'session_changed'; previous: string; sessionId: string }
  /** Somebody has suspended the process (SIGSTOP, Ctrl+Z) in its turn, or let it go on. */
  | { type: 'keeper'; subtype: 'suspended'; isSuspended: boolean }
  /** What a resume put back as it was before, and what it could not. */
  | { type: 'keeper'; subtype: 'restored'; back: string[]; gone: string[] }
  /** Records before this one may be gone; what counts of them stands here. Of use to the driver alone. */
  | { type: 'keeper'; subtype: 'snapshot'; facts: unknown }
