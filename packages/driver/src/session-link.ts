import type { LogRecord } from '@quarterdeck/protocol/pure'

/** What a host may ask of a running session. Each is done once, however often it is sent. */
export type Command =
  /** A prompt. While a turn runs it is queued with us, unless it is to reach the CLI at once. */
  | { kind: 'send'; uuid: string; content: unknown; whenBusy?: 'queue' | 'now' }
  /** Keeps a prompt without sending it. */
  | { kind: 'hold'; uuid: string; content: unknown }
  /** The answer to a request of the CLI, as the line that goes to its stdin. The first one counts. */
  | { kind: 'respond'; message: unknown }
  /** A control request of the host's own, as the line that goes to stdin. */
  | { kind: 'request'; message: unknown }
  | { kind: 'edit_queued'; uuid: string; content: unknown }
  /** Puts it before another one of the queue, or at the end. */
  | { kind: 'move_queued'; uuid: string; before: string | null }
  | { kind: 'cancel_queued'; uuid: string }
  /** Sends it now, into the running turn, held or not. */
  | { kind: 'send_queued'; uuid: string }
  /** Lets all that is held go to the CLI, in its order. */
  | { kind: 'release_held' }
  /** Drops all that is held. */
  | { kind: 'discard_held' }
  /** Ends the turn: by the protocol, then by ending the process, which is then resumed. What is queued is held. */
  | { kind: 'interrupt' }
  /** Ends the process: stdin closed, SIGTERM, SIGKILL. */
  | { kind: 'stop'; termAfterMs?: number; killAfterMs?: number }

export interface GivenCommand {
  /** Made by whoever wants it done. Sent again, it gets the same receipt and nothing is done twice. */
  commandId: string
  /** Who it is, for the record. */
  by?: string
  command: Command
}

export type RefusalCode =
  /** Somebody was quicker; `by` and `at` say who and when. */
  | 'already_resolved'
  /** The CLI asked no such thing. */
  | 'not_open'
  | 'not_queued'
  | 'not_held'
  | 'not_running'
  | 'not_reading'
  /** It could not be written down, so it was not done. */
  | 'storage'
  | 'bad_command'
  /** It is not known whether it was done: send it again, with the same id. */
  | 'link_broken'

export type Receipt =
  /** `written` went to the CLI; `queued` is kept with us. */
  | { commandId: string; ok: true; seq: number; state: 'written' | 'queued' }
  | { commandId: string; ok: false; code: RefusalCode; message: string; by?: string; at?: string }

export type LinkEvent =
  /** A record, and its line in the log, to be passed on as it is; in bytes and with its end where they are at hand. */
  | { kind: 'record'; record: LogRecord; line: string; bytes?: Buffer | undefined }
  /** What lies between is no longer in the log. */
  | { kind: 'gap'; after: number; firstSeq: number }
  /** Everything that was there has been told; from here on it is live. */
  | { kind: 'caught_up'; seq: number }
  /** Something is wrong that the log cannot tell, since it is about the log; null when it is over. */
  | { kind: 'problem'; message: string | null }

/**
 * A running session, in this process or in its keeper: a log to follow and a place for commands. Nothing else passes between
 * a session and its host.
 */
export interface SessionLink {
  /** Names the log: numbers of another epoch mean nothing in this one. */
  readonly epoch: string
  /** Tells of every record behind `after`, in order, and goes on until the returned function is called. */
  follow(after: number, listener: (event: LinkEvent) => void): () => void
  command(given: GivenCommand): Promise<Receipt>
  /** Whether a person looks at it: a session that rests and that nobody looks at may be ended. */
  watch(isWatched: boolean): void
  /** Lets go of the session, which runs on if it has a keeper. */
  close(): void
  /** The session has ended, or the link to its keeper is broken. */
  readonly closed: Promise<'ended' | 'broken'>
}
