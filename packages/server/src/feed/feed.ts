import type { Archive } from '@quarterdeck/archive'
import { Compaction, type View } from './compaction.ts'
import type { FeedRecord } from './feed-record.ts'
import { type PastLines, readPast } from './past.ts'
import type { Present, PresentEvent } from './present.ts'
import { Recent } from './recent.ts'

const SLICE_CHARACTERS = 1024 * 1024
const MANY = 4096

/** One row of numbered messages: those that stood in a transcript, then those that came since. */
export class Feed {
  readonly epoch: string
  readonly past: PastLines | null
  readonly compaction = new Compaction()
  readonly recent = new Recent()
  readonly #archive: Archive | null
  readonly #present: Present
  readonly #listeners = new Set<(event: PresentEvent) => void>()
  /** The numbers behind the past. */
  #seqs: number[] = []
  #lastSeq: number
  #isReplaced = false

  private constructor(archive: Archive | null, past: PastLines | null, present: Present) {
    this.epoch = present.epoch
    this.past = past
    this.#archive = archive
    this.#present = present
    this.#lastSeq = past?.lines ?? 0
    this.recent.begin(this.#lastSeq)
  }

  /** Looks through what is there, a slice at a time: others are served meanwhile. */
  static async open(archive: Archive | null, past: PastLines | null, present: Present): Promise<Feed> {
    const feed = new Feed(archive, past, present)
    let isLooking = true
    present.subscribe((event) => {
      if (event.kind !== 'record') feed.#hear(event)
      else if (!isLooking) feed.#add(event.record, event.message)
    })
    for (;;) {
      const slice = present.readAfter(feed.#lastSeq, SLICE_CHARACTERS)
      for (const record of slice) feed.#take(record)
      if (slice.length === 0) break
      await new Promise(setImmediate)
    }
    isLooking = false
    feed.recent.begin(feed.#lastSeq)
    return feed
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  /** Numbers up to this one are no longer there; 0 when all are. */
  get droppedThrough(): number {
    const first = this.#seqs[0]
    const before = this.past?.lines ?? 0
    return first === undefined || first === before + 1 ? 0 : first - 1
  }

  get problem(): string | null {
    return this.#present.problem
  }

  /** It no longer tells what the session says: whoever reads it opens another. */
  get isReplaced(): boolean {
    return this.#isReplaced
  }

  subscribe(listener: (event: PresentEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readPast(after: number): AsyncGenerator<FeedRecord[]> | null {
    if (this.#archive === null || this.past === null || after >= this.past.lines) return null
    return readPast(this.#archive, this.past, after)
  }

  readAfter(seq: number, maxCharacters: number): FeedRecord[] {
    return this.#present.readAfter(seq, maxCharacters)
  }

  /** One record, if it is still there. */
  find(seq: number): FeedRecord | null {
    const [record] = this.#present.readAfter(seq - 1, 1)
    return record?.seq === seq ? record : null
  }

  /** Behind which number the newest `count` begin. */
  findTail(count: number, view: View): number {
    let left = count
    for (let index = this.#seqs.length - 1; index >= 0; index -= 1) {
      const seq = this.#seqs[index] as number
      if (this.compaction.isOver(seq, view)) continue
      if (left === 0) return seq
      left -= 1
    }
    return Math.max(0, (this.past?.lines ?? 0) - left)
  }

  /** Its session has another source now. */
  replace(): void {
    this.#hear({ kind: 'replaced' })
  }

  close(): void {
    this.#present.close()
    this.#listeners.clear()
  }

  #take(record: FeedRecord, message?: Readonly<Record<string, unknown>>): void {
    this.#lastSeq = record.seq
    this.#seqs.push(record.seq)
    this.compaction.take(record, message)
    if (this.#seqs.length % MANY === 0) this.#seqs = this.#seqs.filter((seq) => !this.compaction.isOver(seq, 'page'))
  }

  #add(record: FeedRecord, message?: Readonly<Record<string, unknown>>): void {
    if (record.seq <= this.#lastSeq || this.#isReplaced) return
    this.#take(record, message)
    this.recent.add(record)
    this.#tell({ kind: 'record', record })
  }

  #hear(event: PresentEvent): void {
    if (event.kind === 'replaced') this.#isReplaced = true
    this.#tell(event)
  }

  #tell(event: PresentEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
