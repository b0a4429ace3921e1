import { type JsonObject, toText, toTexts } from '../parse-json.ts'
import { type TranscriptLines, toAgentId, toToolOutcome, toToolUses } from '../transcript-line.ts'
import { parseTodoItem, parseTodoItems } from './parse-todo-item.ts'
import type { TodoItem } from './todo-list.ts'

/** The lists at the end of a transcript, by agent; null is the session's own. A list that was never written is not there. */
export async function deriveTodos(lines: TranscriptLines): Promise<Map<string | null, TodoItem[]>> {
  const lists = new Map<string | null, TodoItem[]>()
  const calls = new Map<string, { name: string; input: JsonObject }>()
  for await (const line of lines) {
    for (const use of toToolUses(line)) if (isAboutLists(use.name)) calls.set(use.id, use)
    const outcome = toToolOutcome(line)
    const call = outcome === null ? undefined : calls.get(outcome.toolUseId)
    if (outcome === null || call === undefined || outcome.isError) continue
    calls.delete(outcome.toolUseId)
    const agentId = toAgentId(line)
    const items = apply(lists.get(agentId) ?? [], call.name, call.input, outcome.data)
    lists.set(agentId, items)
  }
  return lists
}

function isAboutLists(name: string): boolean {
  return name === 'TodoWrite' || name === 'TaskCreate' || name === 'TaskUpdate'
}

function apply(items: TodoItem[], name: string, input: JsonObject, data: JsonObject): TodoItem[] {
  if (name === 'TodoWrite') return parseTodoItems(input.todos)
  if (name === 'TaskCreate') {
    const task = parseTodoItem({ ...input, ...(data.task as object | undefined) })
    return task === null ? items : [...items.filter(({ id }) => id === null || id !== task.id), task]
  }
  const taskId = toText(input.taskId)
  if (input.status === 'deleted') return items.filter(({ id }) => id !== taskId)
  const added = { blocks: toTexts(input.addBlocks), blockedBy: toTexts(input.addBlockedBy) }
  return items.map((item) => {
    if (item.id === taskId) return update(item, input, added)
    // A block has two ends, and only one of them is named.
    const { id } = item
    if (id === null || taskId === null) return item
    return update(
      item,
      {},
      {
        blocks: added.blockedBy.includes(id) ? [taskId] : [],
        blockedBy: added.blocks.includes(id) ? [taskId] : [],
      },
    )
  })
}

function update(item: TodoItem, input: JsonObject, added: Pick<TodoItem, 'blocks' | 'blockedBy'>): TodoItem {
  return {
    ...item,
    subject: toText(input.subject) ?? item.subject,
    description: toText(input.description) ?? item.description,
    activeForm: toText(input.activeForm) ?? item.activeForm,
    status: toText(input.status) ?? item.status,
    owner: toText(input.owner) ?? item.owner,
    blocks: [...new Set([...item.blocks, ...added.blocks])],
    blockedBy: [...new Set([...item.blockedBy, ...added.blockedBy])],
  }
}
