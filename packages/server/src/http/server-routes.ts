import { ServerStatus } from '@quarterdeck/contract'
import { z } from 'zod'
import { POLICIES } from '../gate/gate.ts'
import { defineRoute, type Route } from './route.ts'
import type { SocketRoute } from './socket-door.ts'

export interface ServerRouteOptions {
  version: string
  isDemo: boolean
  readStatus: () => Omit<ServerStatus, 'version'>
}

/** About the server itself. */
export function createServerRoutes({ version, isDemo, readStatus }: ServerRouteOptions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/health',
      policy: 'open',
      summary: 'Whether the server is there',
      answer: z.object({ ok: z.literal(true), version: z.string(), demo: z.literal(true).optional() }),
      handle: () => ({ ok: true, version, ...(isDemo && { demo: true }) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/status',
      policy: 'signed_in',
      summary: 'How the server is doing',
      answer: ServerStatus,
      handle: () => ({ version, ...readStatus() }),
    }),
  ]
}

/** The table of routes, which is a route of it too. What checks the gate takes it from here, so that nothing new is left out. */
export function createRouteTable(routes: readonly Route[], sockets: readonly SocketRoute[]): Route {
  const table: Route = defineRoute({
    method: 'GET',
    path: '/api/routes',
    policy: 'program',
    summary: 'Every route and socket, and who may come in by it',
    answer: z.object({
      items: z.array(z.object({ method: z.string(), path: z.string(), policy: z.enum(POLICIES) })),
      nextCursor: z.null(),
    }),
    handle: () => ({
      items: [
        ...[...routes, table].map(({ method, path, policy }) => ({ method, path, policy })),
        ...sockets.map(({ path, policy }) => ({ method: 'SOCKET', path, policy })),
      ],
      nextCursor: null,
    }),
  })
  return table
}
