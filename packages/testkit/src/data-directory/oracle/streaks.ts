const DAY_MS = 86_400_000

export interface Streak {
  activeDays: number
  longest: { days: number; from: string; to: string } | null
  /** The run that ends on the last active day. */
  last: { days: number; from: string; to: string } | null
}

/** Runs of days without a gap; days are written `2026-11-14`. */
export function toStreaks(days: Iterable<string>): Streak {
  const sorted = [...days].sort()
  let longest: Streak['longest'] = null
  let last: Streak['last'] = null
  for (const day of sorted) {
    const follows = last !== null && Date.parse(day) - Date.parse(last.to) === DAY_MS
    last =
      follows && last !== null ? { days: last.days + 1, from: last.from, to: day } : { days: 1, from: day, to: day }
    if (longest === null || last.days > longest.days) longest = last
  }
  return { activeDays: sorted.length, longest, last }
}
