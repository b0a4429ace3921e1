/** Says of line after line whether a text stands in it, and looks at each byte once. */
export class ByteMark {
  readonly #mark: Buffer
  #bytes: Buffer | null = null
  #base = -1
  #from = 0
  #next = -1

  constructor(text: string) {
    this.#mark = Buffer.from(text)
  }

  /** `offset` is where the line stands in its file: the same buffer is filled again and again. */
  isIn(bytes: Buffer, start: number, end: number, offset: number): boolean {
    const isSame = bytes === this.#bytes && offset - start === this.#base && start >= this.#from
    if (!isSame || (this.#next !== -1 && this.#next < start)) {
      this.#bytes = bytes
      this.#base = offset - start
      this.#from = start
      this.#next = bytes.indexOf(this.#mark, start)
    }
    return this.#next !== -1 && this.#next < end
  }
}
