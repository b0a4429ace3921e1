import type { FeedRecord } from './feed-record.ts'

const MAX_RECORDS = 1024
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
    if (this.#first > MAX_RECORDS) {
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
