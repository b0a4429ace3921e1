import { existsSync, readFileSync } from 'node:fs'
import { auditRoutes } from '@quarterdeck/contract/routes'
import { type ServedRoute, serve } from '../http/app/serve.ts'
import { parsePlace } from '../http/handlers/paging.ts'
import { readNote } from './audit-log.ts'
import { readAudit } from './read-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const DEFAULT_LIMIT = 100

/** Who did what. Whoever may answer for the person may see what was answered. */
export function createAuditRoutes({ path }: { path: string }): ServedRoute[] {
  return [
    serve(auditRoutes.list, ({ query }) => {
      const before = query.cursor === undefined ? undefined : parsePlace(query.cursor)
      const { items, nextBefore } = readAudit(path, { limit: query.limit ?? DEFAULT_LIMIT, before })
      return { items, nextCursor: nextBefore === null ? null : String(nextBefore) }
    }),
    serve(
      auditRoutes.export,
      () =>
        new Response(existsSync(path) ? new Uint8Array(readFileSync(path)) : '', {
          headers: {
            'content-type': 'application/x-ndjson; charset=utf-8',
            'content-disposition': 'attachment; filename="quarterdeck-audit.ndjson"',
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          },
        }),
    ),
    serve(auditRoutes.verify, () => {
      // The note first: what is written in between makes the file longer, never shorter.
      const noted = readNote(path)
      return verifyAudit(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), noted)
    }),
  ]
}
