import type { SessionRow } from '@quarterdeck/contract'

/** So many sessions that do not run are shown; all of them stand in the view of sessions. */
const RECENT = 30

/** The sessions of the sidebar: running ones, in an order that does not jump while they work, then the newest. */
export function sortRows(rows: readonly SessionRow[]): { live: SessionRow[]; recent: SessionRow[] } {
  const live = rows.filter((row) => row.live).sort((one, other) => other.created.localeCompare(one.created))
  const recent = rows.filter((row) => !row.live && !row.archived).slice(0, RECENT)
  return { live, recent }
}

/** The session before or after another one, as the sidebar shows them. */
export function findNeighbour(rows: readonly SessionRow[], current: string | undefined, step: 1 | -1) {
  const { live, recent } = sortRows(rows)
  const all = [...live, ...recent]
  const at = all.findIndex((row) => row.sessionId === current)
  return all[at === -1 ? 0 : at + step]
}
