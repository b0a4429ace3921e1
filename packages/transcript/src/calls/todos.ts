import type { ToolCall } from '../state/entry.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { Todo } from '../state/todo.ts'

type Fields = Record<string, unknown>

/** A TodoWrite holds the whole list, and counts when it is called. */
export function applyTodoUse(draft: SessionDraft, tool: ToolCall): void {
  if (tool.name === 'TodoWrite') applyTodoFile(draft, (tool.input as Fields | null)?.todos)
}

/** The whole list, as TodoWrite and todo files write it. */
export function applyTodoFile(draft: SessionDraft, todos: unknown): void {
  if (Array.isArray(todos)) draft.todos = todos.map((todo, index) => toTodo(todo as Fields, String(index + 1)))
}

/** The Task tools change one todo each, and count when they are done. */
export function applyTodoResult(draft: SessionDraft, tool: ToolCall): void {
  if (tool.status !== 'done') return
  const input = (tool.input ?? {}) as Fields
  const data = (tool.structured ?? {}) as Fields
  switch (tool.name) {
    case 'TaskCreate':
    case 'TaskGet':
      putTodo(draft, { ...(tool.name === 'TaskCreate' ? input : {}), ...(data.task as Fields | null) })
      break
    case 'TaskUpdate':
      if (data.success !== false) updateTodo(draft, input)
      break
    case 'TaskList':
      if (Array.isArray(data.tasks)) for (const task of data.tasks as Fields[]) putTodo(draft, task)
  }
}

function putTodo(draft: SessionDraft, fields: Fields): void {
  if (typeof fields.id !== 'string' || fields.id === '') return
  const { id } = fields
  const before = draft.todos.find((todo) => todo.id === id)
  const todo = toTodo({ ...before, ...fields }, id)
  draft.todos =
    before === undefined ? [...draft.todos, todo] : draft.todos.map((each) => (each === before ? todo : each))
}

function updateTodo(draft: SessionDraft, input: Fields): void {
  const id = toWord(input.taskId)
  if (id === undefined || id === '') return
  const before = draft.todos.find((todo) => todo.id === id)
  if (input.status === 'deleted') {
    if (before !== undefined) draft.todos = draft.todos.filter((todo) => todo !== before)
    return
  }
  const blocks = joined(before?.blocks ?? [], input.addBlocks)
  const blockedBy = joined(before?.blockedBy ?? [], input.addBlockedBy)
  const known = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  // The TaskCreate of an unknown todo stands before the first message that was loaded.
  const named = before === undefined ? { subject: `Task ${id}` } : {}
  putTodo(draft, { ...named, ...known, id, blocks, blockedBy })
}

function joined(known: readonly string[], more: unknown): string[] {
  return [...new Set([...known, ...toWords(more)])]
}

function toTodo(fields: Fields, id: string): Todo {
  const activeForm = toWord(fields.activeForm)
  const description = toWord(fields.description)
  const owner = toWord(fields.owner)
  return {
    id: toWord(fields.id) ?? id,
    subject: toWord(fields.subject) ?? toWord(fields.content) ?? '',
    status: toWord(fields.status) ?? 'pending',
    ...(activeForm === undefined ? {} : { activeForm }),
    ...(description === undefined ? {} : { description }),
    ...(owner === undefined ? {} : { owner }),
    blocks: toWords(fields.blocks),
    blockedBy: toWords(fields.blockedBy),
  }
}

function toWord(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function toWords(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : []
}
