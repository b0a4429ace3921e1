import type { ToolCall } from '../state/entry.ts'
import type { SessionState } from '../state/session-state.ts'

/** A thing to do: of TodoWrite, of the Task tools, or of a todo file. */
export interface Todo {
  id: string
  subject: string
  status: string
  /** What to show while it is in progress. */
  activeForm?: string
  description?: string
  owner?: string
  blocks: readonly string[]
  blockedBy: readonly string[]
}

type Fields = Record<string, unknown>

/** A TodoWrite holds the whole list, and counts when it is called. */
export function applyTodoUse(state: SessionState, tool: ToolCall): SessionState {
  return tool.name === 'TodoWrite' ? applyTodoFile(state, (tool.input as Fields | null)?.todos) : state
}

/** The whole list, as TodoWrite and todo files write it. */
export function applyTodoFile(state: SessionState, todos: unknown): SessionState {
  if (Array.isArray(todos)) state.todos = todos.map((todo, index) => toTodo(todo as Fields, String(index + 1)))
  return state
}

/** The Task tools tell one by one, and count when they are done. */
export function applyTodoResult(state: SessionState, tool: ToolCall): SessionState {
  if (tool.status !== 'done') return state
  const input = (tool.input ?? {}) as Fields
  const data = (tool.structured ?? {}) as Fields
  switch (tool.name) {
    case 'TaskCreate':
    case 'TaskGet':
      return withTodo(state, { ...(tool.name === 'TaskCreate' ? input : {}), ...(data.task as Fields | null) })
    case 'TaskUpdate':
      return data.success === false ? state : updateTodo(state, input)
    case 'TaskList':
      return Array.isArray(data.tasks) ? (data.tasks as Fields[]).reduce(withTodo, state) : state
    default:
      return state
  }
}

function withTodo(state: SessionState, fields: Fields): SessionState {
  if (typeof fields.id !== 'string' || fields.id === '') return state
  const { id } = fields
  const before = state.todos.find((todo) => todo.id === id)
  const todo = toTodo({ ...before, ...fields }, id)
  state.todos =
    before === undefined ? [...state.todos, todo] : state.todos.map((each) => (each === before ? todo : each))
  return state
}

function updateTodo(state: SessionState, input: Fields): SessionState {
  const id = toWord(input.taskId)
  if (id === undefined || id === '') return state
  const before = state.todos.find((todo) => todo.id === id)
  if (input.status === 'deleted') {
    if (before !== undefined) state.todos = state.todos.filter((todo) => todo !== before)
    return state
  }
  const blocks = joined(before?.blocks ?? [], input.addBlocks)
  const blockedBy = joined(before?.blockedBy ?? [], input.addBlockedBy)
  const known = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  // What created it stands before the first message that is known.
  const named = before === undefined ? { subject: `Task ${id}` } : {}
  return withTodo(state, { ...named, ...known, id, blocks, blockedBy })
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
