interface Times {
  /** How long a CLI may take to answer the request. */
  answerMs: number
  /** How long after its answer the turn may go on. */
  endMs: number
}

/** Waits for a turn to end that was asked to. A CLI that hangs never answers, and would keep its turn for ever. */
export class InterruptWatch {
  readonly #onHang: () => void
  readonly #times: Times
  #requestId: string | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(onHang: () => void, times: Times = { answerMs: 5000, endMs: 15_000 }) {
    this.#onHang = onHang
    this.#times = times
  }

  begin(requestId: string): void {
    this.#requestId = requestId
    this.#wait(this.#times.answerMs)
  }

  /** Every message of the CLI, and whether it is still at work after it. */
  hear(message: Readonly<Record<string, unknown>>, isBusy: boolean): void {
    if (this.#requestId === null) return
    if (!isBusy) this.end()
    else if (message.type === 'control_response') {
      const response = message.response as { request_id?: unknown } | undefined
      if (response?.request_id === this.#requestId) this.#wait(this.#times.endMs)
    }
  }

  end(): void {
    this.#requestId = null
    clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.end()
      this.#onHang()
    }, ms)
  }
}
