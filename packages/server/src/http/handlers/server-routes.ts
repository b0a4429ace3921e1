import type { ServerStatus } from '@quarterdeck/contract'
import { serverRoutes } from '@quarterdeck/contract/routes'
import { type ServedRoute, serve } from '../app/serve.ts'
import type { SocketRoute } from '../app/socket-door.ts'

export interface ServerRouteOptions {
  version: string
  isDemo: boolean
  readStatus: () => Omit<ServerStatus, 'version'>
}

/** About the server itself. */
export function createServerRoutes({ version, isDemo, readStatus }: ServerRouteOptions): ServedRoute[] {
  return [
    serve(serverRoutes.health, () => ({ ok: true, version, ...(isDemo && { demo: true as const }) })),
    serve(serverRoutes.status, () => ({ version, ...readStatus() })),
  ]
}

/** The table of routes, which is a route of it too. What checks the gate takes it from here, so that nothing new is left out. */
export function createRouteTable(routes: readonly ServedRoute[], sockets: readonly SocketRoute[]): ServedRoute {
  const table: ServedRoute = serve(serverRoutes.routes, () => ({
    items: [
      ...[...routes, table].map(({ method, path, policy }) => ({ method, path, policy })),
      ...sockets.map(({ path, policy }) => ({ method: 'SOCKET', path, policy })),
    ],
    nextCursor: null,
  }))
  return table
}
