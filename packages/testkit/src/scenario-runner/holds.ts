const DEADLINE_MS = 30_000

/** Replies that wait for the test: who holds can be waited for, and all go on at once. */
export class Holds {
  #release = Promise.withResolvers<void>()
  #held = Promise.withResolvers<void>()

  /** Waits until released, or until `gone` says that nobody listens any more. */
  async hold(gone: Promise<void>): Promise<void> {
    this.#held.resolve()
    await Promise.race([this.#release.promise, gone])
  }

  /** Fails in the end: a test that waits for a reply which is never asked for would hang. */
  async whenHeld(deadlineMs = DEADLINE_MS): Promise<void> {
    const late = Promise.withResolvers<never>()
    const deadline = setTimeout(() => late.reject(new Error(`No reply was held in ${deadlineMs} ms`)), deadlineMs)
    try {
      await Promise.race([this.#held.promise, late.promise])
    } finally {
      clearTimeout(deadline)
    }
  }

  release(): void {
    this.#release.resolve()
    this.#release = Promise.withResolvers()
    this.#held = Promise.withResolvers()
  }
}
