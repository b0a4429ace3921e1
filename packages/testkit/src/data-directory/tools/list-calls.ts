import type { Conversation } from '../conversation.ts'
import type { TaskItem, TodoItem } from '../oracle/side-facts.ts'
import { NOUNS, VERBS } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'

export function createTodos({ chance }: Conversation): TodoItem[] {
  return Array.from({ length: chance.integer(2, 7) }, () => {
    const verb = chance.pick(VERBS)
    const noun = chance.pick(NOUNS)
    return { content: `${verb} the ${noun}`, status: 'pending', activeForm: `${verb}ing the ${noun}` }
  })
}

/** The list after one step more: what was in progress is done, the next one begins. */
export function advance<T extends { status: TodoItem['status'] }>(items: readonly T[]): T[] {
  const done = items.map((item): T => (item.status === 'in_progress' ? { ...item, status: 'completed' } : item))
  const next = done.findIndex((item) => item.status === 'pending')
  return done.map((item, index): T => (index === next ? { ...item, status: 'in_progress' } : item))
}

export function todoCall(oldTodos: readonly TodoItem[], newTodos: readonly TodoItem[]): ToolCall {
  return {
    name: 'TodoWrite',
    input: { todos: newTodos },
    content: 'The list was saved.',
    structured: { oldTodos, newTodos },
  }
}

export function taskCreateCall(task: TaskItem): ToolCall {
  const { id, subject, description, activeForm } = task
  return {
    name: 'TaskCreate',
    input: { subject, description, activeForm },
    content: `Task #${id} created: ${subject}`,
    structured: { task: { id, subject } },
  }
}

export function taskUpdateCall(id: string, from: TaskItem['status'], to: TaskItem['status']): ToolCall {
  return {
    name: 'TaskUpdate',
    input: { taskId: id, status: to },
    content: `Task #${id} updated`,
    structured: { success: true, taskId: id, updatedFields: ['status'], statusChange: { from, to } },
  }
}
