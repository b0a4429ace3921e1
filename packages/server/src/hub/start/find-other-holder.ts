import { join } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import { findHolder, type Holder } from '@quarterdeck/driver'
import type { LiveSession } from '../live/live-session.ts'

export interface OtherHolderParts {
  archive: Archive
  claudeDir: string
  /** Ours, whose processes are nobody else's. */
  sessions: readonly LiveSession[]
}

/** Who has a session open that has no process of ours. One that was ours before is not taken for another's by a guess. */
export async function findOtherHolder(
  { sessionId, ids, kept }: LiveSession,
  { archive, claudeDir, sessions }: OtherHolderParts,
): Promise<Holder | null> {
  const newest = ids.at(-1) ?? sessionId
  const summary = archive.findSession(newest)
  if (summary === null) return null
  const ours = new Map(
    sessions.flatMap((each) => (each.cliPid === null ? [] : [[each.cliPid, each.ids.at(-1) ?? ''] as const])),
  )
  const transcript = join(summary.directory, summary.path)
  const holder = await findHolder({ sessionId: newest, transcript }, { dataDirectory: claudeDir, ours })
  return holder === null || (kept.epoch !== '' && !holder.isCertain) ? null : holder
}
