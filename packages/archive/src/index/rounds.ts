/** One round of a work at a time. Who asks while one is under way gets the next: that one may have passed what they ask about. */
export class Rounds {
  readonly #work: () => Promise<void>
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  ask(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#begin()
      return this.#running
    }
    const begin = () => {
      this.#next = null
      this.#running = this.#begin()
      return this.#running
    }
    this.#next ??= this.#running.then(begin, begin)
    return this.#next
  }

  #begin(): Promise<void> {
    return this.#work().finally(() => {
      if (this.#next === null) this.#running = null
    })
  }
}
