const DAY_MS = 86_400_000

interface Run {
  days: number
  from: string
  to: string
}

export interface Streak {
  activeDays: number
  longest: Run | null
  /** The run that ends on the last active day. */
  last: Run | null
}

/** Runs of days without a gap; days are written `2026-11-14`. */
export function toStreaks(days: Iterable<string>): Streak {
  const sorted = [...days].sort()
  let longest: Run | null = null
  let last: Run | null = null
  for (const day of sorted) {
    last = extend(last, day)
    if (longest === null || last.days > longest.days) longest = last
  }
  return { activeDays: sorted.length, longest, last }
}

function extend(run: Run | null, day: string): Run {
  const follows = run !== null && Date.parse(day) - Date.parse(run.to) === DAY_MS
  return follows ? { days: run.days + 1, from: run.from, to: day } : { days: 1, from: day, to: day }
}
