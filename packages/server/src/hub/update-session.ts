import type { Archive } from '@quarterdeck/archive'
import type { UpdateSession } from '@quarterdeck/contract'
import { ServerError } from '../server-error.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionFolders } from './session-folders.ts'

export interface UpdatePlaces {
  archive: Archive
  folders: SessionFolders
  live: LiveSession | null
}

/** Writes title, tag and mark into this transcript, where the CLI sees them too. True where that waits until nobody writes the session. */
export async function updateSession(
  written: string,
  { title, tag, archived }: UpdateSession,
  { archive, folders, live }: UpdatePlaces,
): Promise<boolean> {
  if (title === undefined && tag === undefined && archived === undefined) return false
  const change = { title, tag: tag === null ? '' : tag, isArchived: archived }
  const outcome = await archive.upkeep.change(written, change)
  switch (outcome?.kind) {
    case 'written':
    case 'pending':
      return outcome.kind === 'pending'
    case 'refused':
      throw new ServerError('not_allowed', outcome.reason)
    case 'missing':
      throw new ServerError('not_found', `The transcript is gone: ${outcome.reason}.`)
    case 'unreadable':
      throw new ServerError('storage', outcome.reason)
    default:
      return nameUnwritten(live, title, folders)
  }
}

/** Before its first prompt a session has no transcript: its name is given to the CLI when it starts. */
function nameUnwritten(live: LiveSession | null, title: string | undefined, folders: SessionFolders): boolean {
  if (live === null || title === undefined)
    throw new ServerError('bad_request', 'There are no messages yet to mark. Send the first one, and then mark it.')
  folders.write(live.setTitle(title))
  return true
}
