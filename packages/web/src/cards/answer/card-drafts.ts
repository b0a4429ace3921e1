const PREFIX = 'quarterdeck.card.'
/** Not at every key: storage is slow, and an input may be long. */
const SOON_MS = 300

type Fields = Readonly<Record<string, unknown>>

/** Drafts of cards: the filled-in fields by request, in memory and in the tab's storage, which outlives a reload. */
export class CardDrafts {
  readonly #kept = new Map<string, Fields>()
  readonly #unwritten = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The kept value of a field; the initial one where there is none, or none of its kind. */
  read<T>(requestId: string, field: string, initial: T): T {
    const value = this.#readFields(requestId)[field]
    return value !== null && typeof value === typeof initial ? (value as T) : initial
  }

  keep(requestId: string, field: string, value: unknown): void {
    this.#kept.set(requestId, { ...this.#readFields(requestId), [field]: value })
    this.#unwritten.add(requestId)
    this.#timer ??= setTimeout(() => this.write(), SOON_MS)
  }

  /** The request was answered, or waits no longer. */
  forget(requestId: string): void {
    this.#kept.delete(requestId)
    this.#unwritten.delete(requestId)
    try {
      sessionStorage.removeItem(PREFIX + requestId)
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }

  /** Puts what was typed last where it outlives the page. */
  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const requestId of this.#unwritten) {
      try {
        sessionStorage.setItem(PREFIX + requestId, JSON.stringify(this.#kept.get(requestId)))
      } catch {
        // The storage is full: it lives as long as the page does.
      }
    }
    this.#unwritten.clear()
  }

  #readFields(requestId: string): Fields {
    const known = this.#kept.get(requestId)
    if (known !== undefined) return known
    try {
      const fields: unknown = JSON.parse(sessionStorage.getItem(PREFIX + requestId) ?? '{}')
      return fields !== null && typeof fields === 'object' ? (fields as Fields) : {}
    } catch {
      return {}
    }
  }
}

export const cardDrafts = new CardDrafts()
globalThis.addEventListener?.('pagehide', () => cardDrafts.write())
