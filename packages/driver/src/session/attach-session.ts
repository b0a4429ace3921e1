import { DriverError } from '../driver-error.ts'
import type { SessionLink } from '../session-link.ts'
import { type AttachOptions, Session } from './session.ts'
import { SharedLink } from './shared-link.ts'

/**
 * A session that runs already, in its keeper; given once all that happened so far has been told, so that its id and what is
 * open are known. Letting go of it leaves it running.
 */
export async function attachSession(link: SessionLink, options: AttachOptions = {}): Promise<Session> {
  const shared = new SharedLink(link)
  const session = new Session(shared, options)
  const how = await Promise.race([shared.caughtUp, shared.closed])
  if (how === 'broken')
    throw new DriverError('keeper_lost', 'The keeper of the session hung up before it had told everything.')
  return session
}
