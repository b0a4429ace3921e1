/** The year 9999. Beyond it, and before 1970, no CLI has run, and days are written in other ways. */
const LATEST_MS = 253_370_764_800_000

/** 0 where a line has no time, or none that a clock has shown. */
export function toMs(timestamp: unknown): number {
  const ms = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return ms >= 0 && ms < LATEST_MS ? ms : 0
}
