import type { FeedRecord } from './feed-record.ts'

/** What is read at once dies young; what is kept for the slow makes work for the collector, which all wait for. */
const MAX_RECORDS = 256
/** So many that are no longer here may still stand in memory. */
const MAX_DROPPED = 64
const MAX_CHARACTERS = 512 * 1024

/** The newest records as they came, with all their pieces: for those who are there when they come. */
export class Recent {
  #records: FeedRecord[] = []
  #first = 0
  #characters = 0
  /** The number before the first. */
  #from = 0

  begin(seq: number): void {
    this.#records = []
    this.#first = 0
    this.#characters = 0
    this.#from = seq
  }

  add(record: FeedRecord): void {
    this.#records.push(record)
    this.#characters += record.message.length
    while (this.#records.length - this.#first > MAX_RECORDS || this.#isFull()) this.#drop()
    if (this.#first > MAX_DROPPED) {
      this.#records = this.#records.slice(this.#first)
      this.#first = 0
    }
  }

  /** Null when some of them are no longer here. */
  readAfter(seq: number): FeedRecord[] | null {
    if (seq < this.#from) return null
    let index = this.#records.length
    while (index > this.#first && (this.#records[index - 1] as FeedRecord).seq > seq) index -= 1
    return this.#records.slice(index)
  }

  /** One that is longer than all may be stays until the next comes. */
  #isFull(): boolean {
    return this.#characters > MAX_CHARACTERS && this.#records.length - this.#first > 1
  }

  #drop(): void {
    const record = this.#records[this.#first] as FeedRecord
    this.#first += 1
    this.#characters -= record.message.length
    this.#from = record.seq
  }
}
