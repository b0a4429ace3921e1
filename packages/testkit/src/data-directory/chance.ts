import { createRandom } from '../random.ts'

/** Decisions that are the same for the same seed. */
export class Chance {
  readonly random: () => number

  constructor(seed: number) {
    this.random = createRandom(seed)
  }

  /** From min to max, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1))
  }

  yes(probability: number): boolean {
    return this.random() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T
  }

  /** Like `pick`, but the beginning of the list comes far more often, as words and projects do. */
  pickEarly<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() ** 2.5 * list.length)] as T
  }

  /** Lognormal: half of the values are below the median, and a few are very large. */
  around(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.random()))
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.random()))
  }
}

/** A seed for one part of the whole, so that no part depends on how much chance another one used. */
export function mixSeed(seed: number, part: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
