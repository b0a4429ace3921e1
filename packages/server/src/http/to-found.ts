import type { NotOpened } from '@quarterdeck/archive'
import { ServerError } from '../server-error.ts'

/** What was found beside the transcripts, or the answer that says why there is nothing. */
export function toFound<Found>(found: Found | NotOpened | null, missing: string): Found {
  if (found === null) throw new ServerError('not_found', missing)
  if (!isNotOpened(found)) return found
  if (found.kind === 'missing') throw new ServerError('not_found', missing)
  throw new ServerError('not_allowed', `${found.reason}. Only plain files inside the data directory are read.`)
}

function isNotOpened(value: unknown): value is NotOpened {
  if (typeof value !== 'object' || value === null || !('reason' in value)) return false
  return 'kind' in value && ['missing', 'unreadable', 'refused'].includes(value.kind as string)
}
