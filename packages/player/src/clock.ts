import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Time, real or made up. */
export interface Clock {
  now(): Date
  /** Fails with the signal's reason when that comes first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** How fast things happen: 1 as they say, 2 twice as fast, 0 at once. */
export class Pace implements Clock {
  readonly #speed: number

  constructor(speed: number) {
    this.#speed = speed
  }

  now(): Date {
    return new Date()
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    const options = signal === undefined ? {} : { signal }
    signal?.throwIfAborted()
    try {
      // At once still means after what has come in meanwhile: an interrupt must find a moment between two lines.
      if (this.#speed === 0 || ms === 0) await nextTurn(undefined, options)
      else await sleep(ms / this.#speed, undefined, options)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }
}

/** A time that passes only while somebody waits for it, and then at once. */
export class SimulatedClock implements Clock {
  #ms: number

  constructor(start: Date) {
    this.#ms = start.getTime()
  }

  now(): Date {
    return new Date(this.#ms)
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.#ms += ms
    await nextTurn()
  }
}
