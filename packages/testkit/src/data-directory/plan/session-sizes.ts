import type { Chance } from '../chance.ts'
import type { ResolvedOptions } from '../data-directory-options.ts'

const MEDIAN_BYTES = 232_000
/** So that one session in twenty is larger than 1.15 MB. */
const SIGMA = 0.973
const SMALLEST_BYTES = 2_500

const FULL_BYTES = 1_060_000_000
const BIG_BYTES: readonly number[] = [100_000_000, 60_000_000, 50_000_000, 40_000_000, 25_000_000, 20_000_000]

export interface SessionSize {
  bytes: number
  /** Keeps its size when the rest is adjusted to the sum that was asked for. */
  isFixed: boolean
}

/** The spread of sizes of a real data directory: a few sessions hold a third of the bytes. Smaller runs are smaller copies. */
export function toSessionSizes(chance: Chance, options: ResolvedOptions): SessionSize[] {
  const fixed = toFixedSizes(options)
  const rest = Array.from({ length: Math.max(0, options.sessions - fixed.length) }, () =>
    Math.min(chance.around(MEDIAN_BYTES, SIGMA), 12_000_000),
  )
  const wanted = Math.max(0, options.bytes - sum(fixed))
  const factor = wanted / Math.max(1, sum(rest))
  return [
    ...fixed.map((bytes) => ({ bytes, isFixed: true })),
    ...rest.map((bytes) => ({ bytes: Math.max(SMALLEST_BYTES, Math.round(bytes * factor)), isFixed: false })),
  ]
}

function toFixedSizes({ bytes, largestBytes, sessions }: ResolvedOptions): number[] {
  const scale = Math.min(1, (bytes - largestBytes) / FULL_BYTES)
  const big = sessions > BIG_BYTES.length * 2 ? BIG_BYTES.map((size) => Math.round(size * scale)) : []
  return largestBytes > 0 ? [largestBytes, ...big].slice(0, sessions) : big
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, bytes) => total + bytes, 0)
}
