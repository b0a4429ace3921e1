import type { TaskOutputResult, TaskStopResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { TerminalText } from '../../ansi/TerminalText.tsx'
import { ErrorText } from '../ErrorText.tsx'
import { fieldOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

/** TaskOutput and TaskStop, by whatever name: a task in the background and what it wrote. */
export const taskOutputView: ToolView = {
  toFace({ call }) {
    const id = ['task_id', 'bash_id', 'shell_id', 'agentId'].map((name) => textOf(call.input, name)).find(Boolean)
    return { name: call.name, subject: id ?? '', isCode: true }
  },
  Body: TaskOutputBody,
}

function TaskOutputBody({ row: { call } }: { row: CallRow }) {
  if (call.status === 'failed') return <ErrorText text={call.result ?? ''} />
  const task = fieldOf<TaskOutputResult | TaskStopResult>(call.structured, 'task')
  return (
    <pre>
      <TerminalText
        text={
          textOf(task, 'output') ??
          textOf<TaskOutputResult | TaskStopResult>(call.structured, 'message') ??
          call.result ??
          ''
        }
      />
    </pre>
  )
}
