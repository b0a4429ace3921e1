import type { LogRecord } from '@quarterdeck/protocol'
import { initialState, type SessionState } from '@quarterdeck/transcript'
import { FeedCursor, type FeedItem } from '../feed/feed-cursor.ts'
import type { FeedRecord } from '../feed/feed-record.ts'
import type { Feeds } from '../feed/feeds.ts'
import type { ServerError } from '../server-error.ts'
import type { SessionMessage } from './bridge-message.ts'
import { toBridgeStatus, toPermissionRequest, translate } from './translate.ts'

const BATCH_CHARACTERS = 256 * 1024

export interface BridgeSessionOptions {
  feeds: Feeds
  sessionId: string
  /** All of it is news: it was started just now, from here. Otherwise what was before is had by `get_history`. */
  isNew: boolean
  /** The socket can take more. */
  hasRoom: () => boolean
  send: (message: SessionMessage) => void
  onEnd: () => void
}

/** One session on a socket of the bridge: a cursor over its messages, and what they mean. */
export class BridgeSession {
  readonly #options: BridgeSessionOptions
  readonly #cursor: FeedCursor
  #state: SessionState = initialState
  #init: SessionMessage | null = null
  #isSilent: boolean
  readonly #caughtUp = Promise.withResolvers<ServerError | null>()

  constructor(options: BridgeSessionOptions) {
    this.#options = options
    this.#isSilent = !options.isNew
    const start = options.isNew ? {} : { tail: 1 }
    const { feeds, sessionId } = options
    this.#cursor = new FeedCursor({ feeds, sessionId, view: 'page', start, isPlain: true, onReady: () => this.pump() })
  }

  /** When it is known how the session stands; why it cannot be read, where it cannot. */
  get caughtUp(): Promise<ServerError | null> {
    return this.#caughtUp.promise
  }

  pump(): void {
    while (this.#options.hasRoom()) {
      const item = this.#cursor.next(BATCH_CHARACTERS)
      if (item === null) return
      this.#take(item)
    }
  }

  close(): void {
    this.#cursor.close()
    this.#caughtUp.resolve(null)
  }

  #take(item: FeedItem): void {
    const { send, onEnd } = this.#options
    switch (item.kind) {
      case 'records':
        for (const record of item.records) this.#tell(toRecord(record))
        return
      case 'caught_up':
        if (this.#isSilent) this.#tellStanding()
        this.#isSilent = false
        this.#caughtUp.resolve(null)
        return
      case 'problem':
        if (item.message !== null) send({ type: 'error', message: item.message })
        return
      case 'failed':
        this.#caughtUp.resolve(item.error)
        onEnd()
    }
  }

  #tell(record: LogRecord): void {
    const { state, messages } = translate(this.#state, record)
    this.#state = state
    this.#init = messages.find(({ type }) => type === 'system') ?? this.#init
    if (!this.#isSilent) for (const message of messages) this.#options.send(message)
  }

  /** For somebody who was not there: with what it runs, what it asks, and what it does. */
  #tellStanding(): void {
    const { send } = this.#options
    if (this.#init !== null) send(this.#init)
    for (const approval of this.#state.approvals) send(toPermissionRequest(approval))
    send({ type: 'status', status: toBridgeStatus(this.#state) })
  }
}

/** A line of a transcript has neither a time nor a writer. */
export function toRecord({ seq, head, message }: FeedRecord): LogRecord {
  return JSON.parse(`{"seq":${seq}${head},"message":${message}}`)
}
