/** Time, as the live connection needs it; tests have one of their own. */
export interface Clock {
  now(): number
  /** Calls once, later; returns what takes it back. */
  after(ms: number, call: () => void): () => void
  /** From 0 to 1: pages that lost a server must not all come back at the same moment. */
  random(): number
}
