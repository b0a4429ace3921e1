import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { ofSession, oneOf } from './fields.ts'

export const exportRoutes = {
  session: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/export',
    policy: 'signed_in',
    summary: 'The whole session as a file',
    notes:
      '`html` is one page that needs nothing else and runs nothing; `jsonl` is what the CLI wrote: its transcript, and of what ran here what it said on its standard output, which is not the same line by line.',
    params: z.object(ofSession),
    query: z.strictObject({ format: oneOf(['md', 'html', 'jsonl']).optional().describe('`md` if it is not said') }),
    media: {
      'text/markdown': 'With `format=md`',
      'text/html': 'With `format=html`',
      'application/x-ndjson': 'With `format=jsonl`',
    },
    errors: ['not_found', 'too_large', 'too_many_requests'],
  }),
  line: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/large/:file',
    policy: 'signed_in',
    summary: 'A line that was too long for the log, whole',
    notes: 'Records that stand for such a line name it in `large.file`, as `large/NAME`; `file` is that name.',
    params: z.object({
      ...ofSession,
      file: z.string().regex(/^[\w-]{1,100}\.json$/, 'is no such line: records name them in large.file'),
    }),
    answer: z.looseObject({ type: z.string() }),
    isVerbatim: true,
    errors: ['not_found', 'not_allowed'],
  }),
}
