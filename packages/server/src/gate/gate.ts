import { timingSafeEqual } from 'node:crypto'
import { BEARER_PROTOCOL_PREFIX } from '@quarterdeck/contract'
import { ServerError } from '../server-error.ts'
import type { Caller } from './caller.ts'

/** The parts of a request that decide whether it is let in, the same for HTTP and WebSocket. */
export interface Knock {
  host: string | undefined
  origin: string | undefined
  secFetchSite: string | undefined
  authorization: string | undefined
  /** `Sec-WebSocket-Protocol`, for a WebSocket. */
  protocols?: string | undefined
}

/** Who may come in by which door; every route declares one. `program`: only with the token of `server.json`. */
export const POLICIES = ['open', 'signed_in', 'program'] as const
export type Policy = (typeof POLICIES)[number]

export interface Gate {
  /** Who it is; throws when they may not come in. */
  check(knock: Knock, policy: Policy): Caller
}

/** Host in the list, then Origin exactly ours, then the credential. */
export function createGate(token: string, port: number): Gate {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  // Browsers leave out the port where it is the usual one.
  const hosts = new Set([...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  return {
    check(knock, policy) {
      if (knock.host === undefined || !hosts.has(knock.host))
        throw new ServerError(
          'forbidden_host',
          `The host '${knock.host ?? ''}' is not one of ours. Use http://127.0.0.1:${port}.`,
        )
      if (knock.origin !== undefined && !origins.has(knock.origin))
        throw new ServerError('forbidden_origin', `Pages of '${knock.origin}' may not talk to this server.`)
      if (policy === 'open') return { kind: 'nobody' }
      if (knock.secFetchSite !== undefined && knock.secFetchSite !== 'same-origin')
        throw new ServerError('forbidden_origin', 'Only our own page may do this from a browser.')
      if (!isSame(readToken(knock), token))
        throw new ServerError(
          'unauthorized',
          'The token is missing or wrong. Open the link that the server printed when it started.',
        )
      return { kind: 'program' }
    },
  }
}

function readToken({ authorization, protocols }: Knock): string {
  const header = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (header !== undefined) return header
  const offered = (protocols ?? '').split(',').map((protocol) => protocol.trim())
  const bearer = offered.find((protocol) => protocol.startsWith(BEARER_PROTOCOL_PREFIX))
  return bearer?.slice(BEARER_PROTOCOL_PREFIX.length) ?? ''
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
