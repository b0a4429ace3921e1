import type { View } from './compaction.ts'
import type { Feed } from './feed.ts'
import type { FeedRecord } from './feed-record.ts'

/** Where somebody begins to read. Without a place, at the beginning. */
export interface Start {
  /** Of the numbers that it knows; without one, those of now are meant. */
  epoch?: string | undefined
  after?: number | undefined
  /** So many of the newest, and what is needed to understand them. Also for one who cannot go on behind `after`. */
  tail?: number | undefined
}

/** Why what follows is not what comes next. */
export type GapReason =
  /** The numbers that it knows are of another log. */
  | 'other_log'
  /** What it asks for is no longer there. */
  | 'dropped'

/** Somebody's place in a feed. What they have not read yet costs nothing. */
export class FeedReader {
  readonly gap: GapReason | null
  /** What it knew counts no longer. */
  readonly isAnew: boolean
  /** What it is told begins behind this number. */
  readonly begin: number
  readonly #feed: Feed
  readonly #view: View
  readonly #onReady: () => void
  #queue: FeedRecord[]
  #past: AsyncGenerator<FeedRecord[]> | null
  #isLoading = false
  #cursor: number
  #isLive = false
  #hasLagged = false
  #failure: Error | null = null

  constructor(feed: Feed, view: View, start: Start, onReady: () => void) {
    this.#feed = feed
    this.#view = view
    this.#onReady = onReady
    const { after, tail } = start
    const isOther = isOfOtherLog(feed, start)
    const hasLost = isLost(feed, after ?? 0) && (after !== undefined || tail === undefined)
    this.isAnew = after === undefined || isOther || (hasLost && tail !== undefined)
    this.gap = isOther ? 'other_log' : hasLost ? 'dropped' : null
    this.begin = this.isAnew ? (tail === undefined ? 0 : feed.findTail(tail, view)) : (after ?? 0)
    this.#queue = this.isAnew ? this.#findStanding() : []
    this.#cursor = this.begin
    this.#past = feed.readPast(this.begin)
  }

  /** The number of the newest that was read. */
  get cursor(): number {
    return this.#cursor
  }

  /** It was so slow that pieces of what was finished meanwhile are left out; asked once. */
  takeLag(): boolean {
    const hasLagged = this.#hasLagged
    this.#hasLagged = false
    return hasLagged
  }

  /** Everything that is there was read. */
  get isAtEnd(): boolean {
    return this.#past === null && this.#queue.length === 0 && this.#cursor >= this.#feed.lastSeq
  }

  /** The next ones; none when all was read, or when they are still being loaded: `onReady` tells when they are. */
  read(maxCharacters: number): FeedRecord[] {
    if (this.#failure !== null) throw this.#failure
    if (this.#queue.length > 0) return this.#readQueue(maxCharacters)
    if (this.#past !== null) {
      this.#load(this.#past)
      return []
    }
    const found = this.#readPresent(maxCharacters)
    if (found.length === 0) this.#isLive = true
    return found
  }

  close(): void {
    const past = this.#past
    this.#past = null
    this.#queue = []
    // One that is being read ends by itself.
    void past?.return(undefined).catch(() => undefined)
  }

  #readQueue(maxCharacters: number): FeedRecord[] {
    const count = countUpTo(this.#queue, maxCharacters)
    const found = this.#queue.slice(0, count)
    this.#queue = this.#queue.slice(count)
    this.#cursor = Math.max(this.#cursor, found.at(-1)?.seq ?? 0)
    return found
  }

  #load(past: AsyncGenerator<FeedRecord[]>): void {
    if (this.#isLoading) return
    this.#isLoading = true
    past
      .next()
      .then(
        ({ value, done }) => {
          if (this.#past === null) return
          if (done === true) this.#endPast()
          else this.#queue = value
        },
        (error: Error) => {
          this.#failure = error
        },
      )
      .finally(() => {
        this.#isLoading = false
        this.#onReady()
      })
  }

  #endPast(): void {
    this.#past = null
    this.#cursor = Math.max(this.#cursor, this.#feed.past?.lines ?? 0)
  }

  #readPresent(maxCharacters: number): FeedRecord[] {
    const { compaction, recent } = this.#feed
    const fresh = this.#isLive ? recent.readAfter(this.#cursor) : null
    if (fresh !== null) {
      const next = fresh.slice(0, countUpTo(fresh, maxCharacters))
      this.#cursor = next.at(-1)?.seq ?? this.#cursor
      return next.filter(({ seq }) => !compaction.isHidden(seq, this.#view))
    }
    if (this.#isLive) this.#hasLagged = true
    this.#isLive = false
    for (;;) {
      const records = this.#feed.readAfter(this.#cursor, maxCharacters)
      const found = records.filter(({ seq }) => !compaction.isOver(seq, this.#view))
      this.#cursor = records.at(-1)?.seq ?? Math.max(this.#cursor, this.#feed.lastSeq)
      if (found.length > 0 || records.length === 0) return found
    }
  }

  /** Prompts that wait are told, however old they are; a page is also told how things stand. */
  #findStanding(): FeedRecord[] {
    const { compaction } = this.#feed
    const seqs = this.#view === 'page' ? compaction.standing : compaction.open
    const before = seqs.filter((seq) => seq <= this.begin)
    return before.map((seq) => this.#feed.find(seq)).filter((record) => record !== null)
  }
}

/** Its numbers mean nothing here. */
function isOfOtherLog(feed: Feed, { epoch, after }: Start): boolean {
  return after !== undefined && ((epoch !== undefined && epoch !== feed.epoch) || after > feed.lastSeq)
}

/** What comes next is no longer there. */
function isLost(feed: Feed, after: number): boolean {
  return after < feed.droppedThrough
}

/** How many are not much more than so many characters; at least one. */
function countUpTo(records: readonly FeedRecord[], maxCharacters: number): number {
  let count = 0
  for (let characters = 0; count < records.length && characters < maxCharacters; count += 1)
    characters += (records[count] as FeedRecord).message.length
  return count
}
