const PREFIX = 'quarterdeck.draft.'

/** As much of the browser's storage as is needed. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was typed for a session and not sent, as all tabs have it. A tab that has changed nothing writes nothing: what it holds may be long sent. */
export class KeptDraft {
  readonly key: string
  readonly #storage: DraftStorage
  /** What this tab has read or written last. */
  #known = ''

  constructor(sessionId: string, storage: DraftStorage) {
    this.key = PREFIX + sessionId
    this.#storage = storage
  }

  read(): string {
    this.#known = this.#storage.getItem(this.key) ?? ''
    return this.#known
  }

  /** What another tab has written meanwhile; null where it is nothing, or where more was typed here. */
  look(text: string): string | null {
    if (text !== this.#known) return null
    const stored = this.read()
    return stored === text ? null : stored
  }

  keep(text: string): void {
    if (text === this.#known) return
    try {
      if (text === '') this.#storage.removeItem(this.key)
      else this.#storage.setItem(this.key, text)
      this.#known = text
    } catch {
      // The storage is full: the draft lives as long as the page does.
    }
  }
}
