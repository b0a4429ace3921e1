import type { Holder } from '@quarterdeck/driver'
import { ServerError } from '../../server-error.ts'
import { toHeldBy } from '../rows/session-row.ts'

/** Another process has the session; `advice` says what can be done about that. */
export function toHeldElsewhere(sessionId: string, holder: Holder, advice: string): ServerError {
  const heldBy = toHeldBy(holder)
  return new ServerError(
    'held_elsewhere',
    `Session '${sessionId}' is open elsewhere: ${heldBy?.what} has it (process ${holder.pid}). ${advice}`,
    { details: { heldBy } },
  )
}
