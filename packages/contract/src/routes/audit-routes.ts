import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { paging } from './fields.ts'

export const AuditItem = z.looseObject({ n: z.number(), at: z.string(), event: z.string(), by: z.string() })
export type AuditItem = z.infer<typeof AuditItem>

export const auditRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/audit',
    policy: 'signed_in',
    summary: 'Who paired, decided, started and was refused, newest first',
    query: z.strictObject(paging(1000)),
    answer: z.object({ items: z.array(AuditItem), nextCursor: z.string().nullable() }),
  }),
  export: defineRoute({
    method: 'GET',
    path: '/api/audit/export',
    policy: 'signed_in',
    summary: 'The whole record as it stands on disk, one JSON a line, with the hashes that bind the lines together',
    media: { 'application/x-ndjson': 'A line an event' },
  }),
  verify: defineRoute({
    method: 'GET',
    path: '/api/audit/verify',
    policy: 'signed_in',
    summary: 'Whether the record is as it was written: nothing changed, moved or taken away',
    answer: z.object({
      ok: z.boolean(),
      count: z.number().optional(),
      sealed: z.number().optional(),
      line: z.number().optional(),
      problem: z.string().optional(),
    }),
  }),
}
