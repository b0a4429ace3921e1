import type { SessionRow } from '@quarterdeck/contract'

/** Whoever changed nothing in so many sessions looks for something else. */
const TRIED = 12

/** The newest session that changed a file; null where none of the last did, or it cannot be found out. */
export async function findNewestWithFiles(
  rows: readonly SessionRow[],
  project: string,
  readVersions: (sessionId: string) => Promise<{ items: readonly unknown[] }>,
): Promise<string | null> {
  const newest = rows
    .filter(({ archived, projectPath }) => !archived && (project === '' || projectPath === project))
    .sort((one, other) => (one.modified < other.modified ? 1 : -1))
    .slice(0, TRIED)
  for (const { sessionId } of newest) {
    const { items } = await readVersions(sessionId).catch(() => ({ items: [] }))
    if (items.length > 0) return sessionId
  }
  return null
}
