import type { NotOpened } from '@quarterdeck/archive'
import { ServerError } from '../../server-error.ts'

const IN_DATA = 'Only plain files inside the data directory are read.'

/** What was found beside the transcripts, or the answer that says why there is nothing. */
export function toFound<Found>(found: Found | NotOpened | null, missing: string, rule = IN_DATA): Found {
  if (found === null) throw new ServerError('not_found', missing)
  if (!isNotOpened(found)) return found
  if (found.kind === 'missing') throw new ServerError('not_found', missing)
  throw new ServerError('not_allowed', `${found.reason}. ${rule}`)
}

function isNotOpened(value: unknown): value is NotOpened {
  if (typeof value !== 'object' || value === null || !('reason' in value)) return false
  return 'kind' in value && ['missing', 'unreadable', 'refused'].includes(value.kind as string)
}
