import type { SessionFacts } from '@quarterdeck/contract'

/** As often as a person can see a number change. */
const EVERY_MS = 250

/** What is known of a session, told when it has changed: only what is new, and a few times a second at most. */
export class FactsStream {
  readonly #read: () => Promise<SessionFacts>
  readonly #onReady: () => void
  /** By their text: a fact may be an object that was made anew. */
  readonly #told = new Map<string, string>()
  #timer: NodeJS.Timeout | null = null
  #isStale = false
  #isReading = false
  #isClosed = false
  #news: SessionFacts = {}

  constructor(read: () => Promise<SessionFacts>, onReady: () => void) {
    this.#read = read
    this.#onReady = onReady
  }

  /** Something was said that may have changed them. */
  note(): void {
    this.#isStale = true
    if (this.#timer === null && !this.#isReading) void this.#refresh()
  }

  /** Null when there is nothing to tell. */
  take(): SessionFacts | null {
    if (Object.keys(this.#news).length === 0) return null
    const news = this.#news
    this.#news = {}
    return news
  }

  /** Whoever begins anew knows nothing. */
  forget(): void {
    this.#told.clear()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  async #refresh(): Promise<void> {
    this.#isStale = false
    this.#isReading = true
    // A session that is gone in this moment is told by its feed.
    const facts = await this.#read().catch((): SessionFacts => ({}))
    this.#isReading = false
    if (this.#isClosed) return
    for (const [name, value] of Object.entries(facts)) {
      const text = JSON.stringify(value) ?? 'null'
      if (this.#told.get(name) === text) continue
      this.#told.set(name, text)
      Object.assign(this.#news, { [name]: value ?? null })
    }
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (this.#isStale) void this.#refresh()
    }, EVERY_MS)
    this.#onReady()
  }
}
