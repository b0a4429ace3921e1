import type { Chance } from './chance.ts'

/** The time inside a session. It never passes `untilMs`, however long the session becomes. */
export class SessionClock {
  nowMs: number
  readonly #untilMs: number
  readonly #chance: Chance

  constructor(chance: Chance, startMs: number, untilMs: number) {
    this.#chance = chance
    this.#untilMs = untilMs
    this.nowMs = startMs
  }

  pass(minMs: number, maxMs: number): void {
    const step = this.#chance.integer(minMs, maxMs)
    this.nowMs += this.nowMs + step > this.#untilMs ? 1 : step
  }

  /** A few milliseconds later: lines of one moment still have an order. */
  stamp(): string {
    this.pass(1, 40)
    return new Date(this.nowMs).toISOString()
  }
}
