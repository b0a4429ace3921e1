import { setTimeout as sleep } from 'node:timers/promises'
import type { Lines } from '../output.ts'
import { readType } from './read-type.ts'

/** Holds every control response back for a while; what is not a response overtakes it. */
export class LateResponses implements Lines {
  readonly #output: Lines
  readonly #delayMs: number
  readonly #held = new Set<Promise<void>>()

  constructor(output: Lines, delayMs: number) {
    this.#output = output
    this.#delayMs = delayMs
  }

  write(line: string): void {
    if (readType(line) === 'control_response') this.#hold(line)
    else this.#output.write(line)
  }

  #hold(line: string): void {
    const held = sleep(this.#delayMs).then(() => {
      this.#held.delete(held)
      this.#output.write(line)
    })
    this.#held.add(held)
  }

  async flushed(): Promise<void> {
    await Promise.all(this.#held)
    await this.#output.flushed()
  }
}
