import type { Overview } from '@quarterdeck/transcript'
import { z } from 'zod'
import { readTaskOutput } from '../files/read-task-output.ts'
import { ServerError } from '../server-error.ts'
import { ofSession, wholeNumber } from './fields.ts'
import { defineRoute, type Route } from './route.ts'
import type { SessionParts } from './session-routes.ts'
import { toFound } from './to-found.ts'

const MAX_TAIL_BYTES = 1024 * 1024
const TAIL_BYTES = 64 * 1024
const RULE = "Only the CLI's own files of output are read."

const TaskOutput = z.object({
  text: z.string().describe('Its end, from the beginning of a line'),
  offset: z.number().describe('Where the text begins in the file; 0 when it is whole'),
  bytes: z.number().describe('Of the whole file'),
})

/** What the tasks of a session that run beside its turns have written, while they run and afterwards. */
export function createTaskRoutes({ hub }: Pick<SessionParts, 'hub'>): Route[] {
  return [
    defineRoute({
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
      async handle({ params: { id = '', task = '' }, query: { tail = TAIL_BYTES } }) {
        const { tasks } = (await hub.describe(id)).facts as unknown as Overview
        const known = tasks.find((each) => each.id === task)
        if (known?.outputFile === undefined)
          throw new ServerError('not_found', `The session tells of no output of a task '${task}'.`)
        const missing = `What the task '${task}' wrote is not there any more: the CLI clears such files away.`
        const { text, offset, bytes } = toFound(readTaskOutput(known.outputFile, task, tail), missing, RULE)
        return { text, offset, bytes }
      },
    }),
  ]
}
