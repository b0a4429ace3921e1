import type { SessionLink } from '../session-link.ts'
import { type AttachOptions, Session } from './session.ts'
import { SharedLink } from './shared-link.ts'

/** A session that runs already, in its keeper. Letting go of it leaves it running. */
export function attachSession(link: SessionLink, options: AttachOptions = {}): Session {
  return new Session(new SharedLink(link), options)
}
