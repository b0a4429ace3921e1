import type { SubscribeFrame } from '@quarterdeck/contract'
import type { Descriptions } from '../../feed/describe-record.ts'
import { FeedCursor, type FeedItem } from '../../feed/feed-cursor.ts'
import type { FeedRecord } from '../../feed/feed-record.ts'
import type { Feeds } from '../../feed/feeds.ts'
import type { Execute } from '../../hub/commands/execute.ts'
import { type ServerError, toServerError } from '../../server-error.ts'
import { CLOSE } from '../close-reasons.ts'
import type { Peer } from '../peer.ts'
import { type ClientWish, readClientMessage } from './read-client-message.ts'
import type { SubscribeQuery } from './read-subscribe-query.ts'
import { type Framing, toFrameText, toPlainText } from './to-subscribe-text.ts'

/** As much as is handed to a client ahead of what it reads; a slow one lags behind, and costs no more than this. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** At most so much is read at once. */
const BATCH_CHARACTERS = 64 * 1024
/** So many wishes may wait for their answer. */
const MAX_WAITING = 64

export interface SubscriptionOptions {
  sessionId: string
  query: SubscribeQuery
  feeds: Feeds
  descriptions: Descriptions
  execute: Execute
}

/** What has just come goes to many in the same words: it is put into bytes once. */
const frames = new WeakMap<FeedRecord, Buffer>()
const plain = new WeakMap<FeedRecord, Buffer>()

/** One client of one session: raw messages, each a frame of its own. */
export class Subscription {
  readonly #peer: Peer
  readonly #options: SubscriptionOptions
  readonly #cursor: FeedCursor
  readonly #onSent = () => this.#pumpSoon()
  #isPumping = false
  #waiting = 0

  constructor(peer: Peer, options: SubscriptionOptions) {
    this.#peer = peer
    this.#options = options
    const { feeds, sessionId, query } = options
    const isPlain = !query.hasFrames
    const view = isPlain ? 'plain' : 'raw'
    const onReady = () => this.#pumpSoon()
    this.#cursor = new FeedCursor({ feeds, sessionId, view, start: query.start, isPlain, onReady })
    peer.onText((text) => void this.#hear(text))
    peer.onClose(() => this.#cursor.close())
  }

  /** What comes in one round of the loop goes out in one: the more there is to do, the less often. */
  #pumpSoon(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      this.#peer.inOneGo(() => this.#pump())
    })
  }

  #pump(): void {
    while (this.#peer.isOpen && this.#peer.bufferedBytes <= MAX_BUFFERED_BYTES) {
      const item = this.#cursor.next(BATCH_CHARACTERS)
      if (item === null) return
      this.#tell(item)
    }
  }

  #tell(item: FeedItem): void {
    const { hasFrames } = this.#options.query
    if (item.kind === 'records') this.#tellRecords(item)
    else if (item.kind === 'failed') {
      this.#tellError(item.error)
      this.#peer.close(CLOSE.session)
    } else if (hasFrames && item.kind === 'gap') {
      const { reason, after, used, isAnew } = item
      this.#send({ type: 'gap', reason, after, lastSeq: used.feed.lastSeq, isAnew })
    } else if (hasFrames && item.kind === 'caught_up') this.#send({ type: 'caught_up', seq: item.seq })
    else if (hasFrames && item.kind === 'problem') this.#send({ type: 'problem', message: item.message })
  }

  #tellRecords({ used, records }: Extract<FeedItem, { kind: 'records' }>): void {
    const { hasFrames } = this.#options.query
    const framing = { sessionId: used.sessionId, epoch: used.feed.epoch }
    for (const record of records) {
      const bytes = (hasFrames ? frames : plain).get(record) ?? this.#toBytes(record, framing)
      this.#peer.send(bytes, this.#onSent)
    }
  }

  #toBytes(record: FeedRecord, framing: Framing): Buffer {
    const { hasFrames } = this.#options.query
    const bytes = Buffer.from(hasFrames ? this.#toFrame(record, framing) : toPlainText(record, framing))
    ;(hasFrames ? frames : plain).set(record, bytes)
    return bytes
  }

  #toFrame(record: FeedRecord, framing: Framing): string {
    return toFrameText(record, framing, this.#options.descriptions.of(record))
  }

  async #hear(text: string): Promise<void> {
    const { sessionId, execute } = this.#options
    let wish: ClientWish | null = null
    this.#count(1)
    try {
      wish = readClientMessage(text, sessionId)
      const { command, commandId, requestId } = wish
      const result = await execute(command, { caller: this.#peer.caller, commandId })
      if (requestId !== undefined) this.#answer({ subtype: 'success', request_id: requestId, response: result ?? {} })
    } catch (error) {
      const known = toServerError(error as Error)
      if (wish?.requestId === undefined) this.#tellError(known, wish?.commandId)
      else this.#answer({ subtype: 'error', request_id: wish.requestId, error: known.message, code: known.code })
    } finally {
      this.#count(-1)
    }
  }

  #count(change: number): void {
    this.#waiting += change
    if (this.#waiting >= MAX_WAITING) this.#peer.setListening(false)
    else if (change < 0 && this.#waiting === MAX_WAITING - 1) this.#peer.setListening(true)
  }

  /** Behind what was done for it. */
  #answer(response: Readonly<Record<string, unknown>>): void {
    this.#peer.inOneGo(() => this.#pump())
    this.#peer.send(JSON.stringify({ type: 'control_response', response }))
  }

  #tellError({ code, message, details }: ServerError, commandId?: string): void {
    this.#send({ type: 'error', error: { code, message, ...details }, ...(commandId !== undefined && { commandId }) })
  }

  #send(frame: SubscribeFrame): void {
    this.#peer.send(JSON.stringify(frame))
  }
}
