import { z } from 'zod'
import { defineRoute, type Route } from './route.ts'

/** About the server itself. */
export function createServerRoutes({ version, isDemo }: { version: string; isDemo: boolean }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/health',
      policy: 'open',
      summary: 'Whether the server is there',
      answer: z.object({ ok: z.literal(true), version: z.string(), demo: z.literal(true).optional() }),
      handle: () => ({ ok: true, version, ...(isDemo && { demo: true }) }),
    }),
  ]
}
