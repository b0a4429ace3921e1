import type { SessionOptions } from '../session-options.ts'

/** Over two hundred years; the CLI takes no word such as "never". */
export const KEEP_DAYS = 99_999

/**
 * At its start the CLI deletes every transcript that is older than `cleanupPeriodDays`, of all projects: a session that we start must
 * not. Left alone are a number that the caller gives; a user's 0, with which 2.1.38 writes no transcripts at all; and settings that are
 * the path of a file, since rules in a file are relative to where it lies, so that no copy of it can take its place.
 */
export function withTranscriptsKept(options: SessionOptions, userDays: number | null): SessionOptions {
  if (userDays === 0) return options
  const settings = toObject(options.settings)
  if (settings === null || Object.hasOwn(settings, 'cleanupPeriodDays')) return options
  return { ...options, settings: { ...settings, cleanupPeriodDays: KEEP_DAYS } }
}

/** Null for a path, and for JSON that is none: that is for the CLI to say. */
function toObject(settings: SessionOptions['settings']): Record<string, unknown> | null {
  if (settings === undefined) return {}
  if (typeof settings === 'object') return settings
  if (!settings.trim().startsWith('{')) return null
  try {
    return JSON.parse(settings)
  } catch {
    return null
  }
}
