import type { Route } from '@quarterdeck/contract/routes'
import { ServerError } from '../../server-error.ts'
import { matchPath } from './match-path.ts'
import type { SocketRoute } from './socket-door.ts'

export interface Ways {
  routes: readonly Pick<Route, 'method' | 'path'>[]
  sockets: readonly Pick<SocketRoute, 'path'>[]
}

/** Why a request that no route takes was not taken: by which methods the place is asked, or that a socket is there. */
export function findOtherWay({ routes, sockets }: Ways, method: string, path: string): ServerError {
  const isSocket = sockets.some((socket) => matchPath(socket.path, path) !== null)
  if (isSocket && (method === 'GET' || method === 'HEAD'))
    return new ServerError(
      'upgrade_required',
      'This is a socket. Open it with a WebSocket client; docs/live.md says what is said there.',
    )
  const taken = routes.filter((route) => matchPath(route.path, path) !== null).map((route) => route.method)
  const methods = new Set<string>([...(isSocket ? ['GET'] : []), ...taken.flatMap(withHead)])
  if (methods.size === 0) return new ServerError('not_found', 'There is no such route.')
  const allow = [...methods].sort()
  return new ServerError('method_not_allowed', `${method} is not taken here, but ${allow.join(', ')}.`, {
    details: { allow },
  })
}

/** What can be read can be asked about. */
function withHead(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}
