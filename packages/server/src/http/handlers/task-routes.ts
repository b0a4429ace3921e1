import { taskRoutes } from '@quarterdeck/contract/routes'
import { readTaskOutput } from '../../files/read-task-output.ts'
import { ServerError } from '../../server-error.ts'
import { type ServedRoute, serve } from '../app/serve.ts'
import type { SessionParts } from './session-routes.ts'
import { toFound } from './to-found.ts'

const TAIL_BYTES = 64 * 1024
const RULE = "Only the CLI's own files of output are read."

/** What the tasks of a session that run beside its turns have written, while they run and afterwards. */
export function createTaskRoutes({ hub }: Pick<SessionParts, 'hub'>): ServedRoute[] {
  return [
    serve(taskRoutes.output, async ({ params: { id, task }, query: { tail = TAIL_BYTES } }) => {
      const { tasks } = (await hub.describe(id)).facts
      const known = tasks.find((each) => each.id === task)
      if (known?.outputFile === undefined)
        throw new ServerError('not_found', `The session tells of no output of a task '${task}'.`)
      const missing = `What the task '${task}' wrote is not there any more: the CLI clears such files away.`
      const { text, offset, bytes } = toFound(readTaskOutput(known.outputFile, task, tail), missing, RULE)
      return { text, offset, bytes }
    }),
  ]
}
