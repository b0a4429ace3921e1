export interface AttemptLimit {
  /** Whether this one may try now. */
  mayTry(who: string): boolean
  noteFailure(who: string): void
}

const MAX_KNOWN = 1000

/** So many failures in so long a time; then nothing is tried until that time is over, right or wrong. */
export function createAttemptLimit(options: { failures: number; windowMs: number; now?: () => number }): AttemptLimit {
  const { failures, windowMs, now = Date.now } = options
  const known = new Map<string, { count: number; since: number }>()
  const find = (who: string) => {
    const entry = known.get(who)
    return entry === undefined || now() - entry.since >= windowMs ? undefined : entry
  }
  return {
    mayTry: (who) => (find(who)?.count ?? 0) < failures,
    noteFailure(who) {
      const entry = find(who)
      if (entry !== undefined) entry.count += 1
      else known.set(who, { count: 1, since: now() })
      if (known.size <= MAX_KNOWN) return
      for (const [name, { since }] of known) if (now() - since >= windowMs) known.delete(name)
      // From more addresses than we care to remember: the oldest are let try again.
      for (const name of known.keys()) if (known.size > MAX_KNOWN) known.delete(name)
    },
  }
}
