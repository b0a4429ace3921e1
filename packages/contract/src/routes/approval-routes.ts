import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { ofSession } from './fields.ts'

export const approvalRoutes = {
  file: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/approvals/:request/file',
    policy: 'signed_in',
    summary: 'What is in the file that a request wants to change',
    notes: 'Only while the request waits, only the file that it names, and at most 1 MiB of text.',
    params: z.object({ ...ofSession, request: z.string().min(1).max(200) }),
    answer: z.object({
      path: z.string(),
      content: z.string().nullable().describe('Null where there is no such file yet'),
    }),
    errors: ['not_found', 'not_allowed'],
  }),
}
