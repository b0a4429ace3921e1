import { listInside, readInside } from '../../safe-open.ts'
import { parseJson } from '../parse-json.ts'
import { isSessionId } from '../session-id.ts'
import type { TranscriptLines } from '../transcript-line.ts'
import { deriveTodos } from './derive-todos.ts'
import { parseTodoItem, parseTodoItems } from './parse-todo-item.ts'
import type { TodoItem, TodoList } from './todo-list.ts'

const LARGEST_BYTES = 4 * 1024 * 1024

/**
 * The lists of a session and its agents. Files come first; where they say nothing, the transcript does: newer CLIs write no
 * `todos/`, and 2.1.38 empties its file when all is done.
 */
export async function readTodos(root: string, sessionId: string, lines: TranscriptLines = []): Promise<TodoList[]> {
  if (!isSessionId(sessionId)) return []
  const lists = new Map<string | null, TodoList>()
  const add = (agentId: string | null, source: TodoList['source'], items: TodoItem[]) => {
    if (items.length > 0 && !lists.has(agentId)) lists.set(agentId, { sessionId, agentId, source, items })
  }
  for (const { agentId, items } of readTodoFiles(root, sessionId)) add(agentId, 'todos', items)
  add(null, 'tasks', readTaskFiles(root, sessionId))
  for (const [agentId, items] of await deriveTodos(lines)) add(agentId, 'transcript', items)
  return [...lists.values()]
}

function readTodoFiles(root: string, sessionId: string): { agentId: string | null; items: TodoItem[] }[] {
  const prefix = `${sessionId}-agent-`
  return listFiles(root, 'todos').flatMap((name) => {
    if (!name.startsWith(prefix) || !name.endsWith('.json')) return []
    const agent = name.slice(prefix.length, -'.json'.length)
    // The session's own list has the session's id, or in the oldest CLIs `main`, in the place of an agent's.
    const agentId = agent === sessionId || agent === 'main' ? null : agent
    return [{ agentId, items: parseTodoItems(readJson(root, `todos/${name}`)) }]
  })
}

function readTaskFiles(root: string, sessionId: string): TodoItem[] {
  const folder = `tasks/${sessionId}`
  const names = listFiles(root, folder).filter((name) => /^\d+\.json$/.test(name))
  const sorted = names.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  return sorted.flatMap((name) => parseTodoItem(readJson(root, `${folder}/${name}`)) ?? [])
}

function listFiles(root: string, folder: string): string[] {
  const entries = listInside(root, folder)
  return Array.isArray(entries) ? entries.filter((entry) => entry.isFile()).map(({ name }) => name) : []
}

function readJson(root: string, path: string): unknown {
  const content = readInside(root, path, LARGEST_BYTES)
  return Buffer.isBuffer(content) ? parseJson(content.toString('utf8')) : undefined
}
