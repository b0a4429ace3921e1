export interface DataDirectoryOptions {
  seed: number
  sessions: number
  projects?: number
  /** Of the whole directory, within a few percent. */
  bytes?: number
  /** One session of this size besides; it is part of `bytes`. */
  largestBytes?: number
  /** The newest session ends before this time; a fixed one, so that a seed always gives the same bytes. */
  untilMs?: number
  /** How far back the oldest session began. */
  days?: number
  /** For the second set of days and hours in the oracle. */
  timeZone?: string
  /** How often each kind of word to be found is planted. */
  needleSets?: number
}

export type ResolvedOptions = Required<DataDirectoryOptions>

/** What a session takes on average in the spread of `toSessionSizes`. */
const MEAN_SESSION_BYTES = 530_000

export function resolveOptions(options: DataDirectoryOptions): ResolvedOptions {
  const { sessions } = options
  return {
    projects: Math.max(3, Math.round(sessions / 50)),
    bytes: sessions * MEAN_SESSION_BYTES + (options.largestBytes ?? 0),
    largestBytes: 0,
    untilMs: Date.UTC(2026, 10, 14, 18),
    days: 150,
    // Half an hour off, and with a summer time: a reader that takes shortcuts gets its days wrong here.
    timeZone: 'America/St_Johns',
    needleSets: Math.max(1, Math.min(40, Math.round(sessions / 50))),
    ...options,
  }
}
