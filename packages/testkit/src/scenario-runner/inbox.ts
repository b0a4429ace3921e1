import { matches, printPattern } from './match.ts'

const DEADLINE_MS = 30_000

interface Waiter {
  pattern: unknown
  resolve(message: object): void
  reject(error: Error): void
}

/** What a process said. Each message can be waited for once, in any order, so that the order of two versions need not agree. */
export class Inbox {
  #messages: { message: object; isTaken: boolean }[] = []
  #waiters = new Set<Waiter>()
  #ended: string | undefined

  /** A process is there, and may say something. */
  begin(): void {
    this.#ended = undefined
  }

  push(message: object): void {
    const entry = { message, isTaken: false }
    this.#messages.push(entry)
    for (const waiter of this.#waiters) {
      if (entry.isTaken || !matches(message, waiter.pattern)) continue
      entry.isTaken = true
      // At once: the next message may come before the one who waited wakes up.
      this.#waiters.delete(waiter)
      waiter.resolve(message)
    }
  }

  /** No more will come until a new process begins. */
  end(why: string): void {
    this.#ended = why
    for (const waiter of this.#waiters) waiter.reject(this.#toError(waiter.pattern, why))
  }

  async next(pattern: unknown, fails: () => string | undefined, deadlineMs = DEADLINE_MS): Promise<object> {
    const found = this.#messages.find(({ message, isTaken }) => !isTaken && matches(message, pattern))
    if (found !== undefined) {
      found.isTaken = true
      return found.message
    }
    if (this.#ended !== undefined) throw this.#toError(pattern, this.#ended)
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    const waiter = { pattern, resolve, reject }
    const late = () => reject(this.#toError(pattern, `It did not come in ${deadlineMs} ms.`))
    const deadline = setTimeout(late, deadlineMs)
    // A model that has no answer leaves the CLI trying again for minutes; the test should hear of it at once.
    const watch = setInterval(() => {
      const failure = fails()
      if (failure !== undefined) reject(this.#toError(pattern, failure))
    }, 50)
    this.#waiters.add(waiter)
    try {
      return await promise
    } finally {
      clearTimeout(deadline)
      clearInterval(watch)
      this.#waiters.delete(waiter)
    }
  }

  all(pattern: unknown): object[] {
    return this.#messages.map(({ message }) => message).filter((message) => matches(message, pattern))
  }

  print(): string {
    const lines = this.#messages
      .filter(({ message }) => !matches(message, { type: 'stream_event' }))
      .map(({ message, isTaken }) => `${isTaken ? '+' : '-'} ${JSON.stringify(message).slice(0, 300)}`)
    return `Seen (+ waited for):\n${lines.slice(-25).join('\n')}`
  }

  #toError(pattern: unknown, why: string): Error {
    return new Error(`Waited for ${printPattern(pattern)}. ${why}\n${this.print()}`)
  }
}
