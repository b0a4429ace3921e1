import { isObject, type JsonObject, toText, toTexts } from '../parse-json.ts'
import type { TodoItem } from './todo-list.ts'

/** An item of `todos/*.json` and of TodoWrite (`content`), or a task of `tasks/` and TaskCreate (`subject`). Null for anything else. */
export function parseTodoItem(value: unknown): TodoItem | null {
  if (!isObject(value)) return null
  const subject = toText(value.subject) ?? toText(value.content)
  if (subject === null) return null
  return {
    id: toId(value),
    subject,
    description: toText(value.description),
    activeForm: toText(value.activeForm),
    status: toText(value.status) ?? 'pending',
    owner: toText(value.owner),
    blocks: toTexts(value.blocks),
    blockedBy: toTexts(value.blockedBy),
  }
}

export function parseTodoItems(value: unknown): TodoItem[] {
  return Array.isArray(value) ? value.map(parseTodoItem).filter((item) => item !== null) : []
}

function toId({ id }: JsonObject): string | null {
  return typeof id === 'number' ? String(id) : toText(id)
}
