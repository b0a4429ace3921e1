import type { ExitInfo, LogRecord, MessageName, MessageOf, QueuedMessage } from '@quarterdeck/protocol'
import { isObject, type Json } from '../is-object.ts'
import type { Receipt } from '../session-link.ts'

export type TurnResult = MessageOf<Extract<MessageName, `result/${string}`>>

/** What came of a prompt. */
export type TurnOutcome =
  /** `is_error`, not the subtype, says whether it failed. */
  | { kind: 'result'; result: TurnResult }
  /** It was taken back while it waited in the queue. */
  | { kind: 'cancelled' }
  /** It was never sent. */
  | { kind: 'refused'; receipt: Receipt & { ok: false } }
  /** The session was over before the turn was. */
  | { kind: 'ended'; exit: ExitInfo | null }

/** Waits for the result of one prompt among all that happens. */
export class TurnWatch {
  readonly outcome: Promise<TurnOutcome>
  /** Another one once the CLI has given the prompt back. */
  #uuid: string
  readonly #resolve: (outcome: TurnOutcome) => void
  #isWritten = false
  #isQueued = false
  /** Turns that must end before ours, where the CLI does not say whose turn it was. */
  #ahead = 0

  constructor(uuid: string) {
    this.#uuid = uuid
    const { promise, resolve } = Promise.withResolvers<TurnOutcome>()
    this.outcome = promise
    this.#resolve = resolve
  }

  /** `ahead` counts the turns that were running or due before this record. */
  take({ from, message, commandId }: LogRecord, ahead: number): void {
    if (!isObject(message)) return
    if (from === 'host' && message.type === 'user' && message.uuid === this.#uuid) {
      this.#isWritten = true
      this.#ahead = ahead
    }
    if (from === 'keeper' && message.subtype === 'queue') {
      const wasQueued = this.#isQueued
      const item = (message.items as QueuedMessage[]).find(
        ({ uuid, sentAs }) => uuid === this.#uuid || (this.#isWritten && sentAs === this.#uuid),
      )
      this.#isQueued = item !== undefined
      if (item !== undefined && item.uuid !== this.#uuid) {
        this.#uuid = item.uuid
        this.#isWritten = false
      }
      // One that leaves the queue by itself goes to the CLI; only a command takes it away.
      if (wasQueued && !this.#isQueued && commandId !== undefined) this.#resolve({ kind: 'cancelled' })
    }
    // Where the process is replaced, what it was at is over all the same.
    if (from === 'keeper' && message.subtype === 'exited' && this.#isWritten) this.end(message.exit as ExitInfo)
    if (from === 'cli' && message.type === 'result' && this.#isWritten && this.#isMine(message))
      this.#resolve({ kind: 'result', result: message as TurnResult })
  }

  refuse(receipt: Receipt & { ok: false }): void {
    this.#resolve({ kind: 'refused', receipt })
  }

  end(exit: ExitInfo | null): void {
    this.#resolve({ kind: 'ended', exit })
  }

  /** Newer CLIs say whose turn it was, and have turns that nobody asked for; older ones have one turn for each prompt. */
  #isMine({ user_message_uuid: uuid, user_message_uuids: uuids, origin }: Json): boolean {
    if (Array.isArray(uuids)) return uuids.includes(this.#uuid)
    if (uuid !== undefined) return uuid === this.#uuid
    if (isObject(origin) && origin.kind !== 'human') return false
    return this.#ahead-- <= 0
  }
}
