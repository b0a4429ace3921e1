import type { LiveSession } from './live-session.ts'

/** Who looks at which session. One that runs must know: it does not end by itself while somebody looks. */
export class Watchers {
  readonly #find: (sessionId: string) => LiveSession | null
  readonly #counts = new Map<string, number>()
  readonly #ends = new Map<string, () => void>()

  constructor(find: (sessionId: string) => LiveSession | null) {
    this.#find = find
  }

  has(sessionId: string): boolean {
    return this.#counts.has(sessionId)
  }

  add(sessionId: string): () => void {
    this.#count(sessionId, 1)
    let isOver = false
    return () => {
      if (!isOver) this.#count(sessionId, -1)
      isOver = true
    }
  }

  /** Another object stands for the session now. */
  renew(sessionId: string): void {
    this.#ends.get(sessionId)?.()
    this.#ends.delete(sessionId)
    if (!this.#counts.has(sessionId)) return
    const session = this.#find(sessionId)
    if (session !== null)
      this.#ends.set(
        sessionId,
        session.kept.subscribe(() => undefined, { isWatching: true }),
      )
  }

  #count(sessionId: string, change: number): void {
    const count = (this.#counts.get(sessionId) ?? 0) + change
    if (count <= 0) this.#counts.delete(sessionId)
    else this.#counts.set(sessionId, count)
    if (count === 0 || (count === 1 && change > 0)) this.renew(sessionId)
  }
}
