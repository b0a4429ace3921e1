import type { SendMessage, StartSession, UpdateSession } from '@quarterdeck/contract'
import type { Holder, KeptSession, SessionOptions } from '@quarterdeck/driver'
import type { SessionState } from '@quarterdeck/transcript'

/** Who wants it, for the record, and the id that makes it happen once. */
export interface Sender {
  commandId: string
  by: string
}

/** What commands need of a session that has a process, or can have one. */
export interface CommandableSession {
  /** The id it is listed under. */
  readonly sessionId: string
  readonly cwd: string
  readonly isLive: boolean
  /** What its records mean. */
  readonly state: SessionState
  readonly kept: Pick<KeptSession, 'command' | 'facts' | 'request'>
  /** Starts the process, if there is none. */
  start(options?: { force?: boolean | undefined }): Promise<void>
  /** Starts the process, if there is none, and gives it the message. */
  send(content: SendMessage['content'], sending: Sending): Promise<void>
  /** Another program's process that has it open; null where it is ours or nobody's. */
  findHolder(): Promise<Holder | null>
  /** Ends the process, and resolves when it has ended. */
  stop(): Promise<void>
}

export interface Sending extends Partial<Sender> {
  /** Go on with the session although another process writes it. */
  force?: boolean | undefined
  whenBusy?: SendMessage['whenBusy']
}

/** A start that the policy has let through. */
export interface StartOrder extends Sender {
  /** As it was asked for, its folder resolved. */
  request: StartSession
  /** All that the CLI is started with, as far as the request says it: to be kept, and judged again at every start. */
  options: SessionOptions
  /** The id of the new session or of the fork. A second start with it gives the session that is there. */
  sessionId: string
}

/** What commands need of the hub. */
export interface CommandableHub {
  /** By any id it goes or went by; one that is only on disk is opened for this. Throws `not_found`. */
  open(id: string): Promise<CommandableSession>
  /** Starts, resumes, continues or forks, and sends the prompt, if there is one, with `${commandId}:prompt`. */
  start(order: StartOrder): Promise<{ sessionId: string }>
  update(id: string, change: UpdateSession): Promise<{ isPending: boolean }>
}
