import { z } from 'zod'
import { ServerStatus } from '../devices.ts'
import { POLICIES } from '../policies.ts'
import { defineRoute } from './define-route.ts'

export const serverRoutes = {
  health: defineRoute({
    method: 'GET',
    path: '/api/health',
    policy: 'open',
    summary: 'Whether the server is there',
    answer: z.object({ ok: z.literal(true), version: z.string(), demo: z.literal(true).optional() }),
  }),
  status: defineRoute({
    method: 'GET',
    path: '/api/status',
    policy: 'signed_in',
    summary: 'How the server is doing',
    answer: ServerStatus,
  }),
  openApi: defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    policy: 'signed_in',
    summary: 'This API as an OpenAPI 3.1 document',
    answer: z.looseObject({ openapi: z.literal('3.1.0'), paths: z.looseObject({}) }),
  }),
  routes: defineRoute({
    method: 'GET',
    path: '/api/routes',
    policy: 'program',
    summary: 'Every route and socket, and who may come in by it',
    answer: z.object({
      items: z.array(z.object({ method: z.string(), path: z.string(), policy: z.enum(POLICIES) })),
      nextCursor: z.null(),
    }),
  }),
}
