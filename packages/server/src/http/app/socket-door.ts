import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { POLICIES, type Policy } from '@quarterdeck/contract'
import type { Caller } from '../../gate/caller.ts'
import type { Gate } from '../../gate/gate.ts'
import { toKnock } from '../../gate/knock.ts'
import { ServerError, toServerError } from '../../server-error.ts'
import { refuseSocket } from '../../sockets/refuse-socket.ts'
import { toInnerPath } from './base-path.ts'
import { matchPath } from './match-path.ts'

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
  open(call: SocketCall): void | Promise<void>
}

const CUT_AFTER_MS = 200

/** The socket door: the gate is passed before the upgrade, never after it, and who is revoked is out. */
export function createSocketDoor({
  sockets,
  gate,
  basePath,
}: {
  sockets: readonly SocketRoute[]
  gate: Gate
  basePath: string
}) {
  const forgotten = sockets.find(({ policy }) => !POLICIES.includes(policy))
  if (forgotten !== undefined) throw new Error(`The socket ${forgotten.path} declares no policy: say who may open it.`)
  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy())
    try {
      const url = URL.parse(request.url ?? '/', 'http://localhost')
      const path = url === null ? null : toInnerPath(url.pathname, basePath)
      const found = path === null ? null : findSocket(sockets, path)
      const knock = toKnock('GET', (name) => toText(request.headers[name]), true)
      const caller = gate.check(knock, found?.route.policy ?? 'signed_in')
      if (found === null || url === null) throw new ServerError('not_found', 'There is no such socket.')
      const revoked = new AbortController()
      const unwatch = gate.onRevoked(caller, () => {
        revoked.abort()
        setTimeout(() => socket.destroy(), CUT_AFTER_MS)
      })
      socket.on('close', unwatch)
      await found.route.open({
        request,
        socket,
        head,
        caller,
        params: found.params,
        query: url.searchParams,
        revoked: revoked.signal,
      })
    } catch (error) {
      refuseSocket(socket, toServerError(error as Error))
    }
  }
}

function findSocket(sockets: readonly SocketRoute[], path: string) {
  for (const route of sockets) {
    const params = matchPath(route.path, path)
    if (params !== null) return { route, params }
  }
  return null
}

function toText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
