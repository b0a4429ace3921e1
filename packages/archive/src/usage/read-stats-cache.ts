import { readInside } from '../safe-open.ts'

/** The CLI's own count, as `/stats` left it: right on the day it was made, and behind ever since. Every field may be missing. */
export interface StatsCache {
  version?: number
  lastComputedDate?: string | null
  dailyActivity?: { date: string; messageCount: number; sessionCount: number; toolCallCount: number }[]
  dailyModelTokens?: { date: string; tokensByModel: Record<string, number> }[]
  modelUsage?: Record<string, Record<string, number>>
  totalSessions?: number
  totalMessages?: number
  longestSession?: { sessionId: string; duration: number; messageCount: number; timestamp: string }
  firstSessionDate?: string | null
  hourCounts?: Record<string, number>
}

/** Null where there is none, or none that can be read. */
export function readStatsCache(root: string): StatsCache | null {
  const bytes = readInside(root, 'stats-cache.json')
  if (!Buffer.isBuffer(bytes)) return null
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StatsCache) : null
  } catch {
    return null
  }
}
