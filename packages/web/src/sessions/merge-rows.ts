import type { SessionRow } from '@quarterdeck/contract'

/** Sessions that were read once, with what was told live since: that is newer, and may be of sessions that were not there yet. */
export function mergeRows(read: readonly SessionRow[], told: readonly SessionRow[]): SessionRow[] {
  const rows = new Map(read.map((row) => [row.sessionId, row]))
  for (const row of told) rows.set(row.sessionId, row)
  return [...rows.values()]
}
