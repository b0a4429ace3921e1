const PREFIX = 'quarterdeck.draft.'

/** As much of the browser's storage as is needed. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft of a session, shared by all tabs. A tab that has changed nothing writes nothing: its text may long be sent. */
export class KeptDraft {
  readonly key: string
  readonly #storage: DraftStorage
  /** The draft as this tab has read or written it last. */
  #known = ''

  constructor(sessionId: string, storage: DraftStorage) {
    this.key = PREFIX + sessionId
    this.#storage = storage
  }

  read(): string {
    this.#known = this.#storage.getItem(this.key) ?? ''
    return this.#known
  }

  /** The draft that another tab has written meanwhile; null where there is none, or where more was typed here. */
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
