import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '../gate/caller.ts'
import { type Gate, POLICIES, type Policy } from '../gate/gate.ts'
import { ServerError, toServerError } from '../server-error.ts'
import { refuseSocket } from '../sockets/refuse-socket.ts'

export interface SocketCall {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  caller: Caller
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** When the caller may not come in any more: close it with a word. The connection is cut a moment later in any case. */
  revoked: AbortSignal
}

/** All there is to know of a socket, as of a route. */
export interface SocketRoute {
  /** As in `/api/claude/sessions/:id/subscribe`. */
  path: string
  policy: Policy
  summary: string
  /** Throws where it cannot be opened; nothing was answered yet. */
  open(call: SocketCall): void
}

/** The socket door: the gate is passed before the upgrade, never after it. */
export function createSocketDoor({ sockets, gate }: { sockets: readonly SocketRoute[]; gate: Gate }) {
  const forgotten = sockets.find(({ policy }) => !POLICIES.includes(policy))
  if (forgotten !== undefined) throw new Error(`The socket ${forgotten.path} declares no policy: say who may open it.`)
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    try {
      const url = URL.parse(request.url ?? '/', 'http://localhost')
      const found = url === null ? null : findSocket(sockets, url.pathname)
      const caller = gate.check(toKnock(request), found?.route.policy ?? 'signed_in')
      if (found === null || url === null) throw new ServerError('not_found', 'There is no such socket.')
      const { params } = found
      const revoked = new AbortController().signal
      found.route.open({ request, socket, head, caller, params, query: url.searchParams, revoked })
    } catch (error) {
      refuseSocket(socket, toServerError(error as Error))
    }
  }
}

function findSocket(sockets: readonly SocketRoute[], path: string) {
  const parts = path.split('/')
  for (const route of sockets) {
    const wanted = route.path.split('/')
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))) continue
    const named = wanted.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : []))
    return { route, params: Object.fromEntries(named) as Record<string, string> }
  }
  return null
}

function toKnock(request: IncomingMessage) {
  const { host, origin, authorization } = request.headers
  const secFetchSite = request.headers['sec-fetch-site'] as string | undefined
  return { host, origin, authorization, secFetchSite, protocols: request.headers['sec-websocket-protocol'] }
}
