/** Counts the time in which nothing runs and nobody watches. */
export class IdleTimer {
  readonly #afterMs: number | null
  readonly #onIdle: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(afterMs: number | null, onIdle: () => void) {
    this.#afterMs = afterMs
    this.#onIdle = onIdle
  }

  set(isIdle: boolean): void {
    if (this.#afterMs === null) return
    if (!isIdle) {
      clearTimeout(this.#timer)
      this.#timer = undefined
    } else this.#timer ??= setTimeout(this.#onIdle, this.#afterMs)
  }
}
