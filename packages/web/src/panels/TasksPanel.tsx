import type { BackgroundTask, Overview, Todo } from '@quarterdeck/transcript'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Panel } from './Panel.tsx'
import { TaskItem } from './TaskItem.tsx'

interface Props {
  overview: Pick<Overview, 'todos' | 'tasks'>
  isPartial?: boolean
  onStopTask: (taskId: string) => void
  onTaskOutput: (task: BackgroundTask) => Promise<string>
}

const MARKS: Readonly<Record<string, string>> = toTable({ completed: '✓', in_progress: '◐' })
const WORDS: Readonly<Record<string, string>> = toTable({
  completed: 'done',
  in_progress: 'in progress',
  pending: 'to do',
})

/** Claude's own task list, and background tasks. */
export function TasksPanel({ overview: { todos, tasks }, isPartial = false, onStopTask, onTaskOutput }: Props) {
  // One that its turn waits for stands in its call.
  const background = tasks.filter(({ isBackground }) => isBackground !== false)
  const done = todos.filter((todo) => todo.status === 'completed').length
  return (
    <Panel name="Tasks" note={todos.length > 0 ? `${done}/${todos.length}` : undefined} isPartial={isPartial}>
      {todos.length === 0 && background.length === 0 && <p className="quiet">Claude has made no list yet.</p>}
      {todos.length > 0 && (
        <>
          <progress max={todos.length} value={done} aria-label="Progress" />
          {toGroups(todos).map(({ name, items }) => (
            <section key={name} aria-label={name}>
              <h3>{name}</h3>
              <ul className="panel-list">
                {items.map((todo) => (
                  <TodoItem key={todo.id} todo={todo} all={todos} />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
      {background.length > 0 && (
        <>
          <h3>In the background</h3>
          <ul className="panel-list">
            {background.map((task) => (
              <TaskItem
                key={task.id}
                task={task}
                onStop={() => onStopTask(task.id)}
                onOutput={() => onTaskOutput(task)}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** What is being done first, then what is to come, and what is done last; in each as Claude has put them in order. */
function toGroups(todos: readonly Todo[]): { name: string; items: readonly Todo[] }[] {
  const isOf = (status: string, todo: Todo) => todo.status === status
  const groups = [
    { name: 'In progress', items: todos.filter((todo) => isOf('in_progress', todo)) },
    { name: 'To do', items: todos.filter((todo) => !isOf('in_progress', todo) && !isOf('completed', todo)) },
    { name: 'Done', items: todos.filter((todo) => isOf('completed', todo)) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function TodoItem({ todo, all }: { todo: Todo; all: readonly Todo[] }) {
  const isActive = todo.status === 'in_progress'
  const open = todo.blockedBy.flatMap((id) => all.filter((each) => each.id === id && each.status !== 'completed'))
  return (
    <li className={`task-${todo.status}`}>
      <span aria-hidden="true" className={isActive ? 'spinning' : ''}>
        {MARKS[todo.status] ?? '○'}
      </span>{' '}
      {toVisibleText(isActive ? (todo.activeForm ?? todo.subject) : todo.subject)}
      <span className="visually-hidden">, {WORDS[todo.status] ?? todo.status}</span>
      {todo.owner !== undefined && <span className="quiet"> {toVisibleText(todo.owner)}</span>}
      {open.length > 0 && (
        <span className="quiet"> after {toVisibleText(open.map((each) => each.subject).join(', '))}</span>
      )}
    </li>
  )
}
