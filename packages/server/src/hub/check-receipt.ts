import type { Receipt } from '@quarterdeck/driver'
import { ServerError } from '../server-error.ts'

/** A refusal of the keeper, as an answer of the server. */
export function checkReceipt(receipt: Receipt): void {
  if (receipt.ok) return
  const { code, message, by, at } = receipt
  switch (code) {
    case 'already_resolved':
    case 'not_open':
      throw new ServerError('already_resolved', message, { details: { ...(by && { by }), ...(at && { at }) } })
    case 'not_queued':
      throw new ServerError('not_found', message)
    case 'storage':
      throw new ServerError('storage', message)
    case 'not_running':
    case 'not_reading':
    case 'link_broken':
      throw new ServerError('not_running', message)
    default:
      throw new ServerError('bad_request', message)
  }
}
