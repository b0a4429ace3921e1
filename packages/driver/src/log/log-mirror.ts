import { DeltaTracker } from './delta-tracker.ts'

/** The records of a log in memory, without those that are of no more use. */
export class LogMirror {
  #tracker = new DeltaTracker()
  #seqs: number[] = []
  #lines: (string | null)[] = []
  #dead = 0
  #lastSeq = 0

  /** The newest that was ever here. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  add(seq: number, line: string, message: Readonly<Record<string, unknown>>): void {
    this.#lastSeq = seq
    this.#seqs.push(seq)
    this.#lines.push(line)
    for (const gone of this.#tracker.take(seq, message)) this.#bury(gone)
    if (this.#dead > 1000 && this.#dead * 2 > this.#lines.length) this.#tidy()
  }

  /** Lines behind `seq`, at least one if there is one, and not many more characters than asked for. */
  readAfter(seq: number, maxCharacters: number): string[] {
    const found: string[] = []
    let characters = 0
    for (let index = findAfter(this.#seqs, seq); index < this.#lines.length && characters < maxCharacters; index += 1) {
      const line = this.#lines[index]
      if (line === null || line === undefined) continue
      found.push(line)
      characters += line.length
    }
    return found
  }

  clear(): void {
    this.#tracker = new DeltaTracker()
    this.#seqs = []
    this.#lines = []
    this.#dead = 0
  }

  #bury(seq: number): void {
    const index = findAfter(this.#seqs, seq - 1)
    if (this.#seqs[index] !== seq || this.#lines[index] === null) return
    this.#lines[index] = null
    this.#dead += 1
  }

  #tidy(): void {
    this.#seqs = this.#seqs.filter((_, index) => this.#lines[index] !== null)
    this.#lines = this.#lines.filter((line) => line !== null)
    this.#dead = 0
  }
}

/** The place of the first number behind another, in numbers that rise. */
export function findAfter(seqs: readonly number[], seq: number): number {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seqs[middle] as number) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
