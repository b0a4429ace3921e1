import type { Archive } from '@quarterdeck/archive'
import type { SessionSources } from '../hub/live/session-log.ts'

/** The id of a session's newest transcript, by any id it goes by; null for one that has none yet. Throws where there is no such session. */
export async function findTranscript(
  archive: Archive,
  sources: Pick<SessionSources, 'openSource'>,
  id: string,
): Promise<string | null> {
  if (archive.has(id)) return id
  const { ids } = await sources.openSource(id)
  return ids.findLast((each) => archive.has(each)) ?? null
}
