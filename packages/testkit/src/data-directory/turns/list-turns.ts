import type { TaskItem } from '../oracle/side-facts.ts'
import { advance, createTodos, taskCreateCall, taskUpdateCall, todoCall } from '../tools/list-calls.ts'
import type { SessionWork } from './session-work.ts'
import { writeTurn } from './write-turn.ts'

/** Up to 2.1.38: the whole list with every step, and its last state in `todos/`. */
export function writeTodoTurns(work: SessionWork): void {
  const { conversation, plan, oracle, folder } = work
  let items = createTodos(conversation)
  const first = items
  writeTurn(work, { answers: [() => ({ calls: [todoCall([], first)] }), { text: 'Planned.' }] })
  work.todos = items
  for (let step = conversation.chance.integer(1, items.length); step > 0; step--) {
    const before = items
    items = advance(items)
    const after = items
    writeTurn(work, { answers: [() => ({ calls: [todoCall(before, after)] }), { text: 'Next.' }] })
    work.todos = items
  }
  const file = `todos/${plan.id}-agent-${plan.id}.json`
  folder.write(file, JSON.stringify(items, null, 2), conversation.clock.nowMs)
  oracle.todos.push({ sessionId: plan.id, file, items })
}

/** Later: one call per item and step, and a file per item in `tasks/`. */
export function writeTaskTurns(work: SessionWork): void {
  const { conversation, plan, oracle, folder } = work
  const { chance, text } = conversation
  let items = createTodos(conversation).map(({ content, activeForm }, index): TaskItem => {
    const description = text.sentence(chance)
    return { id: String(index + 1), subject: content, description, activeForm, status: 'pending' }
  })
  const first = items
  writeTurn(work, { answers: [() => ({ calls: first.map(taskCreateCall) }), { text: 'Planned.' }] })
  for (let step = chance.integer(1, items.length); step > 0; step--) {
    const after = advance(items)
    const changed = after.filter((item, index) => item !== items[index])
    const before = items
    const calls = changed.map(({ id, status }) => {
      const from = before.find((item) => item.id === id)?.status ?? 'pending'
      return taskUpdateCall(id, from, status)
    })
    items = after
    if (calls.length > 0) writeTurn(work, { answers: [() => ({ calls }), { text: 'Next.' }] })
  }
  const taskFolder = `tasks/${plan.id}`
  for (const item of items) {
    const task = { ...item, blocks: [], blockedBy: [] }
    folder.write(`${taskFolder}/${item.id}.json`, JSON.stringify(task, null, 2), conversation.clock.nowMs)
  }
  oracle.tasks.push({ sessionId: plan.id, folder: taskFolder, items })
}
