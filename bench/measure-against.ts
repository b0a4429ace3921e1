export interface Times {
  baseMs: number
  oursMs: number
}

/** Some systems count a thread's time in steps of 4 ms, which is a quarter of one pass. */
const PASSES = 5

/** Of this thread's own time: what else the machine does is not ours. */
function time(work: () => void): number {
  const started = process.threadCpuUsage()
  for (let pass = 0; pass < PASSES; pass++) work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000 / PASSES
}

/**
 * The middle one of some rounds by its ratio. Both are timed next to each other in a round: a machine that is slow for a while
 * is slow for both, where the fastest of each alone would set a calm moment of the one against a busy one of the other.
 */
export function measureAgainst(base: () => void, ours: () => void, rounds: number): Times {
  const times = Array.from({ length: rounds }, (): Times => {
    const before = time(base)
    const oursMs = time(ours)
    return { baseMs: (before + time(base)) / 2, oursMs }
  })
  // The first half warms up.
  const warm = times.slice(rounds / 2).toSorted((one, other) => one.oursMs / one.baseMs - other.oursMs / other.baseMs)
  return warm[Math.floor(warm.length / 2)] as Times
}
