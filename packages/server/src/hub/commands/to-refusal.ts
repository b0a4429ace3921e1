import type { Receipt } from '@quarterdeck/driver'
import { ServerError } from '../../server-error.ts'

/** A refusal of the keeper, as an answer of the server. */
export function toRefusal({ code, message, by, at }: Extract<Receipt, { ok: false }>): ServerError {
  switch (code) {
    case 'already_resolved':
    case 'not_open':
      return new ServerError('already_resolved', message, { details: { ...(by && { by }), ...(at && { at }) } })
    case 'not_queued':
    case 'not_held':
      return new ServerError('not_found', message)
    case 'storage':
      return new ServerError('storage', message)
    case 'not_running':
    case 'not_reading':
    case 'link_broken':
      return new ServerError('not_running', message)
    default:
      return new ServerError('bad_request', message)
  }
}
