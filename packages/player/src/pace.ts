import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** How fast things happen: 1 as they say, 2 twice as fast, 0 at once. */
export class Pace {
  readonly #speed: number

  constructor(speed: number) {
    this.#speed = speed
  }

  /** Fails with the signal's reason when that comes first. */
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
