import type { Archive, SessionSummary } from '@quarterdeck/archive'
import type { UpdateSession } from '@quarterdeck/contract'
import { ServerError } from '../../server-error.ts'
import type { LiveSession } from '../live/live-session.ts'

export interface UpdatePlaces {
  archive: Archive
  live: LiveSession | null
}

/** Writes title, tag and mark into this transcript, where the CLI sees them too. True where that waits until nobody writes the session. */
export async function updateSession(
  written: string,
  { title, tag, archived }: UpdateSession,
  { archive, live }: UpdatePlaces,
): Promise<boolean> {
  if (title === undefined && tag === undefined && archived === undefined) return false
  const change = { title, tag: tag === null ? '' : tag, isArchived: archived }
  const outcome = await archive.upkeep.change(written, change)
  switch (outcome?.kind) {
    case 'written':
    case 'pending':
      // Another name, given before there was a transcript, counts no longer.
      if (title !== undefined && live?.info.options.title !== undefined) live.setTitle(undefined)
      return outcome.kind === 'pending'
    case 'refused':
      throw new ServerError('not_allowed', outcome.reason)
    case 'missing':
      throw new ServerError('not_found', `The transcript is gone: ${outcome.reason}.`)
    case 'unreadable':
      throw new ServerError('storage', outcome.reason)
    default:
      return nameUnwritten(live, title)
  }
}

/** A name that was given before there was a transcript is written once there is one. The CLI may have done it by itself. */
export async function writeTitle(live: LiveSession, summary: SessionSummary, archive: Archive): Promise<void> {
  const { title } = live.info.options
  if (title === undefined) return
  live.setTitle(undefined)
  if (summary.title === title) return
  try {
    await updateSession(summary.sessionId, { title }, { archive, live: null })
  } catch (error) {
    live.setTitle(title)
    throw error
  }
}

/** Before its first prompt a session has no transcript: its name is given to the CLI when it starts, and else written when there is one. */
function nameUnwritten(live: LiveSession | null, title: string | undefined): boolean {
  if (live === null || title === undefined)
    throw new ServerError('bad_request', 'There are no messages yet to mark. Send the first one, and then mark it.')
  live.setTitle(title)
  return true
}
