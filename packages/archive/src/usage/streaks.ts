const DAY_MS = 86_400_000

export interface DayRun {
  days: number
  from: string
  to: string
}

export interface Streaks {
  activeDays: number
  longest: DayRun | null
  /** The run that ends on the last active day. */
  last: DayRun | null
}

/** Runs of days without a gap; days are written `2026-11-14`. */
export function toStreaks(days: Iterable<string>): Streaks {
  const sorted = [...new Set(days)].sort()
  let longest: DayRun | null = null
  let last: DayRun | null = null
  for (const day of sorted) {
    last = extend(last, day)
    if (longest === null || last.days > longest.days) longest = last
  }
  return { activeDays: sorted.length, longest, last }
}

function extend(run: DayRun | null, day: string): DayRun {
  const follows = run !== null && Date.parse(day) - Date.parse(run.to) === DAY_MS
  return follows ? { days: run.days + 1, from: run.from, to: day } : { days: 1, from: day, to: day }
}
