/** Replies that wait for the test: who holds can be waited for, and all go on at once. */
export class Holds {
  #release = Promise.withResolvers<void>()
  #held = Promise.withResolvers<void>()

  /** Waits until released, or until `gone` says that nobody listens any more. */
  async hold(gone: Promise<void>): Promise<void> {
    this.#held.resolve()
    await Promise.race([this.#release.promise, gone])
  }

  whenHeld(): Promise<void> {
    return this.#held.promise
  }

  release(): void {
    this.#release.resolve()
    this.#release = Promise.withResolvers()
    this.#held = Promise.withResolvers()
  }
}
