import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { ofSession, wholeNumber } from './fields.ts'

const MAX_TAIL_BYTES = 1024 * 1024

const TaskOutput = z.object({
  text: z.string().describe('Its end, from the beginning of a line'),
  offset: z.number().describe('Where the text begins in the file; 0 when it is whole'),
  bytes: z.number().describe('Of the whole file'),
})

export const taskRoutes = {
  output: defineRoute({
    method: 'GET',
    path: '/api/claude/sessions/:id/tasks/:task/output',
    policy: 'signed_in',
    summary: 'The end of what a task in the background has written',
    params: z.object({ ...ofSession, task: z.string().regex(/^[\w-]{1,100}$/, 'is no task') }),
    query: z.strictObject({
      tail: wholeNumber(1, MAX_TAIL_BYTES).optional().describe('So many bytes of its end; 64 KiB if it is not said'),
    }),
    answer: TaskOutput,
    errors: ['not_found', 'not_allowed'],
  }),
}
