import type { Api } from '../api.ts'
import type { Live } from '../live/create-live.ts'
import { fieldOf, textOf } from '../tools/read-field.ts'

/** The end of what a task has written, as the CLI keeps it in a file. */
export async function readTaskOutput(api: Api, sessionId: string, taskId: string): Promise<string> {
  const { text, offset } = await api.call('GET /api/claude/sessions/:id/tasks/:task/output', {
    params: { id: sessionId, task: taskId },
  })
  if (text === '') return 'It wrote nothing.'
  return offset === 0 ? text : `…\n${text}`
}

/** The same of one that runs, for which nobody has named a file. Empty where it has written nothing. */
export async function askTaskOutput(live: Pick<Live, 'give'>, sessionId: string, taskId: string): Promise<string> {
  const answer = await live.give({
    kind: 'control',
    sessionId,
    request: { subtype: 'get_task_output', task_id: taskId },
  })
  const output = textOf(answer, 'output') ?? ''
  return fieldOf(answer, 'truncated') === true ? `…\n${output}` : output
}
