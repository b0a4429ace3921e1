import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { paging, parsePlace } from '../http/paging.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { readNote } from './audit-log.ts'
import { readAudit } from './read-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const AuditItem = z.looseObject({ n: z.number(), at: z.string(), event: z.string(), by: z.string() })

const DEFAULT_LIMIT = 100

/** Who did what. Whoever may answer for the person may see what was answered. */
export function createAuditRoutes({ path }: { path: string }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/audit',
      policy: 'signed_in',
      summary: 'Who paired, decided, started and was refused, newest first',
      query: z.strictObject(paging(1000)),
      answer: z.object({ items: z.array(AuditItem), nextCursor: z.string().nullable() }),
      handle: ({ query }) => {
        const before = query.cursor === undefined ? undefined : parsePlace(query.cursor)
        const { items, nextBefore } = readAudit(path, { limit: query.limit ?? DEFAULT_LIMIT, before })
        return { items, nextCursor: nextBefore === null ? null : String(nextBefore) }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/audit/export',
      policy: 'signed_in',
      summary: 'The whole record as it stands on disk, one JSON a line, with the hashes that bind the lines together',
      media: { 'application/x-ndjson': 'A line an event' },
      handle: () =>
        new Response(existsSync(path) ? new Uint8Array(readFileSync(path)) : '', {
          headers: {
            'content-type': 'application/x-ndjson; charset=utf-8',
            'content-disposition': 'attachment; filename="quarterdeck-audit.ndjson"',
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          },
        }),
    }),
    defineRoute({
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
      handle: () => {
        // The note first: what is written in between makes the file longer, never shorter.
        const noted = readNote(path)
        return verifyAudit(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), noted)
      },
    }),
  ]
}
