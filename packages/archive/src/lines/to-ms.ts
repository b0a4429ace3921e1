/** 0 where a line has no time, or none that can be read. */
export function toMs(timestamp: unknown): number {
  const ms = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(ms) ? 0 : ms
}
