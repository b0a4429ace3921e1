import type { Descriptions } from '../../feed/describe-record.ts'
import { FeedCursor, type FeedItem } from '../../feed/feed-cursor.ts'
import type { Start } from '../../feed/feed-reader.ts'
import type { Feeds } from '../../feed/feeds.ts'
import { FactsStream } from './facts-stream.ts'
import type { LiveHub } from './live-hub.ts'
import { toFields, toRecordsFields } from './to-fields.ts'

/** So much goes into one frame: small enough that others have their turn, large enough to be worth it. */
const BATCH_CHARACTERS = 64 * 1024

interface StreamOptions {
  feeds: Feeds
  hub: LiveHub
  descriptions: Descriptions
  /** As the page calls it. */
  sessionId: string
  start: Start
  onReady: () => void
}

/** One session that a page has open: what it is told of it, a frame at a time and only when there is room. */
export class SessionStream {
  readonly #options: StreamOptions
  readonly #cursor: FeedCursor
  readonly #facts: FactsStream
  readonly #unlisten: () => void
  #unwatch: (() => void) | null = null
  #hasFailed = false

  constructor(options: StreamOptions) {
    this.#options = options
    const { feeds, hub, sessionId, start, onReady } = options
    this.#cursor = new FeedCursor({ feeds, sessionId, view: 'page', start, onReady })
    this.#facts = new FactsStream(async () => {
      const { facts, isPartial } = await hub.describe(sessionId, () => this.#facts.note())
      return { ...facts, isPartial }
    }, onReady)
    let known: string | undefined
    // A name that a person gives is in no record, nor what was counted of a transcript.
    this.#unlisten = hub.onListChange(({ changed }) => {
      const row = changed.find((each) => each.sessionId === sessionId)
      const told = row === undefined ? undefined : `${row.costUsd} ${row.title}`
      if (told === undefined || told === known) return
      known = told
      this.#facts.note()
    })
  }

  /** It cannot be read; the last frame has said so. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Whether a person looks at it. */
  setWatched(isWatched: boolean): void {
    if (isWatched === (this.#unwatch !== null)) return
    this.#unwatch?.()
    this.#unwatch = isWatched ? this.#options.hub.watch(this.#options.sessionId) : null
  }

  /** The fields of the next frame; null when there is nothing to tell now. */
  next(): string | null {
    const item = this.#cursor.next(BATCH_CHARACTERS)
    return item === null ? this.#nextFacts() : this.#toFields(item)
  }

  close(): void {
    this.#cursor.close()
    this.#facts.close()
    this.#unlisten()
    this.setWatched(false)
  }

  #nextFacts(): string | null {
    const { sessionId } = this.#options
    const facts = this.#facts.take()
    return facts === null ? null : toFields({ type: 'facts', sessionId, facts })
  }

  #toFields(item: FeedItem): string {
    const { sessionId, descriptions } = this.#options
    switch (item.kind) {
      case 'records':
        this.#facts.note()
        return toRecordsFields(sessionId, item.records, (record) => descriptions.of(record))
      case 'opened': {
        const { begin, isAnew, used } = item
        if (isAnew) this.#facts.forget()
        this.#facts.note()
        const hasOlder = begin > 0 || used.feed.droppedThrough > 0
        return toFields({ type: 'opened', sessionId, epoch: used.feed.epoch, after: begin, isAnew, hasOlder })
      }
      case 'gap':
        return toFields({
          type: 'gap',
          sessionId,
          epoch: item.used.feed.epoch,
          reason: item.reason,
          isAnew: item.isAnew,
        })
      case 'caught_up':
        return toFields({ type: 'caught_up', sessionId, seq: item.seq })
      case 'problem':
        return toFields({ type: 'problem', sessionId, message: item.message })
      case 'failed': {
        this.#hasFailed = true
        const { code, message, details } = item.error
        return toFields({ type: 'error', sessionId, error: { code, message, ...details } })
      }
    }
  }
}
