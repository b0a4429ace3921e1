export interface EarlierPrompts {
  /** In this session, the newest first. */
  here: readonly string[]
  /** In the project. */
  find: (query: string) => Promise<readonly string[]>
}

/** ↑ and ↓ through what was said before: in this session first, then in the project. What was cleared last comes back at once. */
export class Recaller {
  /** How far back; 0 is the text that is being typed, and where one comes back to. */
  #steps = 0
  #typed = ''
  #cleared = ''
  /** The text that took the place of the cleared one. */
  #clearedBy = ''
  #older: readonly string[] | null = null
  #isLooking = false
  #whenFound: (() => void) | null = null

  get isRecalling(): boolean {
    return this.#steps > 0
  }

  /** Something else was typed. */
  stop(): void {
    this.#steps = 0
    this.#whenFound = null
  }

  /** The cleared text, until it is recalled. */
  get cleared(): string {
    return this.#cleared
  }

  /** It is gone from the field; other words may have taken its place. */
  noteCleared(text: string, by = ''): void {
    this.stop()
    this.#cleared = text
    this.#clearedBy = by
  }

  /** The words that come next in this direction, or null where there are none. */
  step(text: string, direction: 1 | -1, { here, find }: EarlierPrompts): string | null {
    this.#whenFound = null
    const isInItsPlace = text === '' || (this.#steps === 0 && text === this.#clearedBy)
    if (direction === 1 && isInItsPlace && this.#cleared !== '') {
      const back = this.#cleared
      this.#cleared = ''
      return back
    }
    if (this.#older === null) void this.#find(find)
    const prompts = [...new Set([...here, ...(this.#older ?? [])])]
    const next = this.#steps + direction
    if (next < 0 || next > prompts.length) return null
    if (this.#steps === 0) this.#typed = text
    this.#steps = next
    return next === 0 ? this.#typed : (prompts[next - 1] as string)
  }

  /** While the project is asked there may be more to step to afterwards; unless something else was done by then. */
  whenFound(call: () => void): void {
    if (this.#isLooking) this.#whenFound = call
  }

  async #find(find: EarlierPrompts['find']): Promise<void> {
    this.#older = []
    this.#isLooking = true
    this.#older = await find('').catch(() => null)
    this.#isLooking = false
    const call = this.#whenFound
    this.#whenFound = null
    call?.()
  }
}
