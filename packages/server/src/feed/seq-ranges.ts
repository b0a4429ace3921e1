/** Numbers of records, of which long rows belong together: what a row of a thousand costs is one entry. */
export class SeqRanges {
  /** The first and the last number of each row, the rows in order and none beside another. */
  readonly #firsts: number[] = []
  readonly #lasts: number[] = []

  get rows(): number {
    return this.#firsts.length
  }

  has(seq: number): boolean {
    const index = this.#find(seq)
    return index >= 0 && (this.#lasts[index] as number) >= seq
  }

  add(seq: number): void {
    const index = this.#find(seq)
    if (index >= 0 && (this.#lasts[index] as number) >= seq) return
    const goesOn = index >= 0 && this.#lasts[index] === seq - 1
    const leadsOn = this.#firsts[index + 1] === seq + 1
    if (goesOn && leadsOn) {
      this.#firsts.splice(index + 1, 1)
      this.#lasts.splice(index, 1)
    } else if (goesOn) this.#lasts[index] = seq
    else if (leadsOn) this.#firsts[index + 1] = seq
    else {
      this.#firsts.splice(index + 1, 0, seq)
      this.#lasts.splice(index + 1, 0, seq)
    }
  }

  /** The last row that begins at or before a number; -1 for none. */
  #find(seq: number): number {
    let low = 0
    let high = this.#firsts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#firsts[middle] as number) <= seq) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
