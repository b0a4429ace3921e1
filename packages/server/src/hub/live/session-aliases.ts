/** Which ids lead to which session. */
export class SessionAliases {
  readonly #own = new Map<string, string>()
  readonly #others = new Map<string, string[]>()

  add(id: string, sessionId: string): void {
    this.delete(id)
    this.#own.set(id, sessionId)
    this.#others.set(sessionId, [...(this.#others.get(sessionId) ?? []), id])
  }

  delete(id: string): void {
    const sessionId = this.#own.get(id)
    if (sessionId === undefined) return
    this.#own.delete(id)
    const left = this.othersOf(sessionId).filter((other) => other !== id)
    if (left.length === 0) this.#others.delete(sessionId)
    else this.#others.set(sessionId, left)
  }

  /** The session that this other id leads to. */
  find(id: string): string | undefined {
    return this.#own.get(id)
  }

  othersOf(sessionId: string): readonly string[] {
    return this.#others.get(sessionId) ?? []
  }
}
