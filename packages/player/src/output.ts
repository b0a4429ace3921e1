import type { Writable } from 'node:stream'

/** Takes bytes, and resolves when they are out of our hands. */
export type Sink = (bytes: Uint8Array | string) => Promise<void>

export function toSink(stream: Writable): Sink {
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
}

/** Where lines go, without their newline. */
export interface Lines {
  write(line: string): void
  /** When everything written so far is out. */
  flushed(): Promise<void>
}

/** How one line gets out. */
export type Delivery = (line: string) => Promise<void>

/** Lines for the host, one after the other in the order in which they were written, however long each takes. */
export class Output implements Lines {
  readonly #deliver: Delivery
  #last: Promise<void> = Promise.resolve()

  constructor(deliver: Delivery) {
    this.#deliver = deliver
  }

  write(line: string): void {
    this.#last = this.#last.then(() => this.#deliver(line))
  }

  flushed(): Promise<void> {
    return this.#last
  }
}
