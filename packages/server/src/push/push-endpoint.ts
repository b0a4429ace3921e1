import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type ParsedEndpoint = { kind: 'endpoint'; url: URL } | { kind: 'wrong'; message: string }

/** Names that a network keeps for itself. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|home\.arpa|corp|private)$/

/**
 * The address of a push service, as a browser names it. We send there from inside of the person's network, so it must not lead
 * back into it; where a name leads is looked at again when we connect (`createGuardedLookup`).
 */
export function parsePushEndpoint(text: string): ParsedEndpoint {
  const url = URL.parse(text)
  if (url === null) return wrong('is no address. Send what the browser gave')
  if (url.protocol !== 'https:') return wrong('does not begin with https:, and nothing else is used')
  if (url.username !== '' || url.password !== '') return wrong('has a user name in it, which no push service needs')
  // The parser has put decimal, octal, short and mapped spellings into one form already.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0 ? !isPublicAddress(host) : INNER_NAME.test(host) || !host.includes('.'))
    return wrong('leads into a private network, where no push service is')
  url.hash = ''
  return { kind: 'endpoint', url }
}

function wrong(why: string): ParsedEndpoint {
  return { kind: 'wrong', message: `The endpoint ${why}.` }
}
