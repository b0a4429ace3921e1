import type { JsonObject } from '../parse-json.ts'
import { toDeletionMs } from '../settings/clean-up.ts'

/** The sessions that the CLI's clean-up will take within some days, with the day; the first to go first. */
export function findExpiring<Session extends { modifiedMs: number }>(
  sessions: readonly Session[],
  { settings, nowMs, withinDays }: { settings: JsonObject; nowMs: number; withinDays: number },
): (Session & { deletedFromMs: number })[] {
  const limitMs = nowMs + withinDays * 86_400_000
  return sessions
    .map((session) => ({ ...session, deletedFromMs: toDeletionMs(session.modifiedMs, settings) }))
    .filter(({ deletedFromMs }) => deletedFromMs <= limitMs)
    .sort((one, other) => one.deletedFromMs - other.deletedFromMs)
}
