import { PROOF_HEADER, PROTOCOL_HEADER } from '@quarterdeck/contract'

/** The parts of a request that decide whether it is let in, the same for HTTP and WebSocket. */
export interface Knock {
  method: string
  host: string | undefined
  origin: string | undefined
  secFetchSite: string | undefined
  secFetchMode: string | undefined
  secFetchDest: string | undefined
  authorization: string | undefined
  cookie: string | undefined
  proof: string | undefined
  protocol: string | undefined
  /** `Sec-WebSocket-Protocol`; only a WebSocket has it, offered or not. */
  socketProtocols: readonly string[] | null
}

/** Nothing that a proxy adds is read: X-Forwarded-* can be written by anyone. */
export function toKnock(method: string, header: (name: string) => string | undefined, isSocket: boolean): Knock {
  return {
    method,
    host: header('host'),
    origin: header('origin'),
    secFetchSite: header('sec-fetch-site'),
    secFetchMode: header('sec-fetch-mode'),
    secFetchDest: header('sec-fetch-dest'),
    authorization: header('authorization'),
    cookie: header('cookie'),
    proof: header(PROOF_HEADER),
    protocol: header(PROTOCOL_HEADER),
    socketProtocols: isSocket ? (header('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim()) : null,
  }
}
