import { type ServerError, toServerError } from '../server-error.ts'
import type { View } from './compaction.ts'
import { FeedReader, type GapReason, type Start } from './feed-reader.ts'
import type { FeedRecord } from './feed-record.ts'
import type { Feeds, UsedFeed } from './feeds.ts'
import { findName, hasName } from './find-name.ts'

/** What a reader of a session is told, in this order: `opened`, a `gap` if there is one, records, `caught_up`, records. */
export type FeedItem =
  | { kind: 'opened'; used: UsedFeed; begin: number; isAnew: boolean }
  /** What the reader has counts no longer where it `isAnew`; otherwise pieces of it are missing, and what follows goes on. */
  | { kind: 'gap'; used: UsedFeed; reason: GapReason | 'too_slow'; after: number; isAnew: boolean }
  | { kind: 'records'; used: UsedFeed; records: FeedRecord[] }
  | { kind: 'caught_up'; seq: number }
  | { kind: 'problem'; message: string | null }
  /** It cannot be read, or no more; this is the last. */
  | { kind: 'failed'; error: ServerError }

/** Somebody behind so many records begins anew with the newest: the rest would only keep it behind. */
const MAX_BEHIND = 5000

interface CursorOptions {
  feeds: Feeds
  sessionId: string
  view: View
  start: Start
  /**
   * It hears of no gap and no numbers: when the session gets another source, it goes on behind the last message it was told, by its
   * name.
   */
  isPlain?: boolean
  /** There is something to be had. */
  onReady: () => void
}

/** A reader that stays with its session, whatever becomes of the feed it reads: it asks for the next item when it has room for it. */
export class FeedCursor {
  readonly #options: CursorOptions
  #start: Start
  #used: UsedFeed | null = null
  #reader: FeedReader | null = null
  #items: FeedItem[] = []
  #unsubscribe: () => void = () => undefined
  /** The newest that has a name. */
  #named: FeedRecord | null = null
  #isCaughtUp = false
  #isClosed = false

  constructor(options: CursorOptions) {
    this.#options = options
    this.#start = options.start
    void this.#open()
  }

  /** Null when there is nothing now. */
  next(maxCharacters: number): FeedItem | null {
    const item = this.#items.shift()
    if (item !== undefined) return item
    const [used, reader] = [this.#used, this.#reader]
    if (used === null || reader === null) return null
    try {
      return this.#read(used, reader, maxCharacters)
    } catch (error) {
      this.close()
      return { kind: 'failed', error: toServerError(error as Error) }
    }
  }

  close(): void {
    this.#isClosed = true
    this.#letGo()
  }

  #read(used: UsedFeed, reader: FeedReader, maxCharacters: number): FeedItem | null {
    const { cursor } = reader
    if (this.#isCaughtUp && this.#start.tail !== undefined && used.feed.lastSeq - cursor > MAX_BEHIND) {
      this.#begin(used, { tail: this.#start.tail }, { reason: 'too_slow', after: cursor })
      return this.#items.shift() ?? null
    }
    const records = reader.read(maxCharacters)
    if (this.#options.isPlain) this.#named = records.findLast(hasName) ?? this.#named
    if (reader.takeLag()) {
      if (records.length > 0) this.#items.push({ kind: 'records', used, records })
      return { kind: 'gap', used, reason: 'too_slow', after: cursor, isAnew: false }
    }
    if (records.length > 0) return { kind: 'records', used, records }
    if (this.#isCaughtUp || !reader.isAtEnd) return null
    this.#isCaughtUp = true
    return { kind: 'caught_up', seq: reader.cursor }
  }

  async #open(): Promise<void> {
    const { feeds, sessionId, onReady } = this.#options
    try {
      const used = await feeds.open(sessionId)
      if (this.#isClosed) return used.release()
      this.#used = used
      this.#unsubscribe = used.feed.subscribe((event) => {
        if (event.kind === 'replaced') {
          this.#reopen()
          return
        }
        if (event.kind === 'problem') this.#items.push(event)
        onReady()
      })
      this.#begin(used, this.#named === null ? this.#start : { after: await findName(used.feed, this.#named) })
    } catch (error) {
      if (this.#isClosed) return
      this.#items.push({ kind: 'failed', error: toServerError(error as Error) })
    }
    onReady()
  }

  #begin(used: UsedFeed, start: Start, lag?: { reason: 'too_slow'; after: number }): void {
    const { view, onReady } = this.#options
    this.#reader?.close()
    const reader = new FeedReader(used.feed, view, start, onReady)
    this.#reader = reader
    this.#isCaughtUp = false
    const reason = lag?.reason ?? reader.gap
    const { begin, isAnew } = reader
    if (reason !== null)
      this.#items.push({ kind: 'gap', used, reason, after: lag?.after ?? start.after ?? begin, isAnew })
    this.#items.push({ kind: 'opened', used, begin, isAnew })
    if (used.feed.problem !== null) this.#items.push({ kind: 'problem', message: used.feed.problem })
  }

  /** Numbers of the old feed mean nothing in the next: that is said when it is there. */
  #reopen(): void {
    const after = this.#reader?.cursor ?? 0
    this.#letGo()
    if (!this.#options.isPlain) this.#start = { ...this.#start, epoch: '', after }
    void this.#open()
  }

  #letGo(): void {
    this.#unsubscribe()
    this.#reader?.close()
    this.#used?.release()
    this.#reader = null
    this.#used = null
    this.#items = []
  }
}
