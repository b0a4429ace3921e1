import type { SessionSummary } from '../sessions/session-summary.ts'
import { type Streaks, toStreaks } from './streaks.ts'
import type { UsageReport } from './usage-report.ts'

export interface Activity extends Streaks {
  sessionCount: number
  promptCount: number
  /** Null where there is no session at all. */
  longestSession: { sessionId: string; durationMs: number } | null
  mostPrompts: { sessionId: string; promptCount: number } | null
}

/** Days, runs of days and records. A day is active on which Claude answered. */
export function toActivity(byDay: UsageReport, sessions: readonly SessionSummary[]): Activity {
  const durations = sessions.map(({ sessionId, created, modified }) => ({
    sessionId,
    durationMs: Math.max(0, Date.parse(modified) - Date.parse(created)),
  }))
  const prompts = sessions.map(({ sessionId, promptCount }) => ({ sessionId, promptCount: promptCount ?? 0 }))
  return {
    ...toStreaks(byDay.items.map(({ key }) => key)),
    sessionCount: sessions.length,
    promptCount: prompts.reduce((sum, { promptCount }) => sum + promptCount, 0),
    longestSession: findMost(durations, ({ durationMs }) => durationMs),
    mostPrompts: findMost(prompts, ({ promptCount }) => promptCount),
  }
}

function findMost<Item>(items: readonly Item[], toValue: (item: Item) => number): Item | null {
  return items.reduce<Item | null>((most, item) => (most === null || toValue(item) > toValue(most) ? item : most), null)
}
