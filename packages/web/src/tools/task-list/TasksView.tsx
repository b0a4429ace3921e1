import type {
  TaskCreateInput,
  TaskCreateResult,
  TaskListResult,
  TaskUpdateInput,
  TodoWriteInput,
} from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { toTable } from '../../text/to-table.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { fieldOf, listOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

const MARKS: Readonly<Record<string, string>> = toTable({
  completed: '✓',
  in_progress: '◐',
  pending: '○',
  deleted: '×',
})
const WORDS: Readonly<Record<string, string>> = toTable({
  completed: 'done',
  in_progress: 'in progress',
  pending: 'to do',
  deleted: 'removed',
})

/** TodoWrite and the Task tools: the list as this call left it, or the one item it was about. */
export const tasksView: ToolView = {
  toFace({ call }) {
    const items = toItems(call)
    const done = items.filter((item) => item.status === 'completed').length
    if (call.name === 'TodoWrite' || call.name === 'TaskList')
      return { name: call.name, subject: 'Tasks', note: `${done} of ${items.length} done` }
    const status = textOf<TodoWriteInput | TaskCreateInput | TaskUpdateInput>(call.input, 'status')
    return {
      name: call.name,
      subject:
        items[0]?.text ??
        textOf<TodoWriteInput | TaskCreateInput | TaskUpdateInput>(call.input, 'subject') ??
        `task ${textOf<TodoWriteInput | TaskCreateInput | TaskUpdateInput>(call.input, 'taskId') ?? ''}`,
      ...(status !== undefined && { note: WORDS[status] ?? status }),
    }
  },
  Body: TasksBody,
}

interface Item {
  text: string
  status: string
}

function toItems({ input, structured }: CallRow['call']): Item[] {
  const given = [
    ...listOf<TodoWriteInput | TaskCreateInput | TaskUpdateInput>(input, 'todos'),
    ...listOf<TaskListResult | TaskCreateResult>(structured, 'tasks'),
    ...(fieldOf<TaskListResult | TaskCreateResult>(structured, 'task')
      ? [fieldOf<TaskListResult | TaskCreateResult>(structured, 'task')]
      : []),
  ]
  return given.map((item) => ({
    text: textOf(item, 'content') ?? textOf(item, 'subject') ?? '',
    status: textOf(item, 'status') ?? 'pending',
  }))
}

function TasksBody({ row: { call } }: { row: CallRow }) {
  const items = toItems(call)
  if (call.status === 'failed') return <ErrorText text={call.result ?? ''} />
  if (items.length === 0) return <pre>{toVisibleText(call.result ?? '')}</pre>
  return (
    <ul className="task-items">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two tasks may have the same words
        <li key={index} className={`task-${item.status}`}>
          <span aria-hidden="true">{MARKS[item.status] ?? '○'}</span> {toVisibleText(item.text)}
          <span className="visually-hidden">, {WORDS[item.status] ?? item.status}</span>
        </li>
      ))}
    </ul>
  )
}
