/** As often as a person can see a row change. */
const EVERY_MS = 250

/**
 * Tells which sessions have changed: at once when all was quiet, and then no more often than a few times a second, since a session at
 * work says many things in that time.
 */
export class ChangeFeed {
  readonly #tell: (sessionIds: string[]) => void
  readonly #waiting = new Set<string>()
  readonly #resting = new Map<string, NodeJS.Timeout>()
  #flushing: NodeJS.Immediate | null = null

  constructor(tell: (sessionIds: string[]) => void) {
    this.#tell = tell
  }

  note(...sessionIds: string[]): void {
    for (const id of sessionIds) this.#waiting.add(id)
    this.#flushSoon()
  }

  close(): void {
    if (this.#flushing !== null) clearImmediate(this.#flushing)
    for (const timer of this.#resting.values()) clearTimeout(timer)
  }

  /** What happens in one go is told in one go. */
  #flushSoon(): void {
    this.#flushing ??= setImmediate(() => {
      this.#flushing = null
      this.#flush()
    })
  }

  #flush(): void {
    const ready = [...this.#waiting].filter((id) => !this.#resting.has(id))
    if (ready.length === 0) return
    for (const id of ready) {
      this.#waiting.delete(id)
      const timer = setTimeout(() => {
        this.#resting.delete(id)
        if (this.#waiting.has(id)) this.#flushSoon()
      }, EVERY_MS)
      this.#resting.set(id, timer.unref())
    }
    this.#tell(ready)
  }
}
