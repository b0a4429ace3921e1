import type { DataFolder } from '../data-folder.ts'
import type { Oracle } from '../oracle/oracle.ts'

/** `stats-cache.json` as `/stats` leaves it: right when it was computed, and behind ever since. */
export function writeStatsCache(folder: DataFolder, { usage, sessions, longest }: Oracle): void {
  const days = Object.keys(usage.utc.byDay).sort()
  const known = days.slice(0, Math.ceil(days.length * 0.9))
  const first = sessions.reduce((earliest, { createdMs }) => Math.min(earliest, createdMs), Number.POSITIVE_INFINITY)
  const longestSession = sessions.find((session) => session.id === longest.byDuration)
  const stats = {
    version: 2,
    lastComputedDate: known.at(-1) ?? null,
    dailyActivity: known.map((date) => ({
      date,
      messageCount: usage.utc.byDay[date]?.messages ?? 0,
      sessionCount: sessions.filter(({ createdMs }) => new Date(createdMs).toISOString().startsWith(date)).length,
      toolCallCount: 0,
    })),
    dailyModelTokens: [],
    modelUsage: Object.fromEntries(
      Object.entries(usage.byModel).map(([model, tally]) => [
        model,
        {
          inputTokens: tally.inputTokens,
          outputTokens: tally.outputTokens,
          cacheReadInputTokens: tally.cacheReadTokens,
          cacheCreationInputTokens: tally.cacheWrite5mTokens + tally.cacheWrite1hTokens,
          webSearchRequests: tally.webSearches,
          costUSD: 0,
        },
      ]),
    ),
    totalSessions: sessions.length,
    totalMessages: usage.total.messages,
    longestSession: longestSession && {
      sessionId: longestSession.id,
      duration: longestSession.modifiedMs - longestSession.createdMs,
      messageCount: longestSession.counts.prompts,
      timestamp: new Date(longestSession.createdMs).toISOString(),
    },
    firstSessionDate: Number.isFinite(first) ? new Date(first).toISOString() : null,
    hourCounts: Object.fromEntries(
      Object.entries(usage.utc.byHour).map(([hour, tally]) => [Number(hour), tally.messages]),
    ),
  }
  folder.write('stats-cache.json', JSON.stringify(stats, null, 2))
}
