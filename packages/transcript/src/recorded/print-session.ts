import { toInbox } from '../rows/inbox.ts'
import { rows } from '../rows/rows.ts'
import { entriesOf } from '../state/dictionary.ts'
import { itemsOf } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { printRows } from './print-rows.ts'

/** A session as text: its rows, then status, turns, cost, inbox, tasks, todos and plan. */
export function printSession(state: SessionState): string {
  const turns = [...itemsOf(state.turns)].map(({ status, origin, costUsd, denials }) => {
    const notes = [
      origin === 'self' ? ', by itself' : '',
      denials.length === 0 ? '' : `, ${denials.length} denied`,
    ].join('')
    return `${status}${notes} $${costUsd.toFixed(4)}`
  })
  const tasks = [...entriesOf(state.tasks)].map(([, task]) =>
    [task.kind, task.status, task.description, task.outputFile === undefined ? '' : 'with its output file']
      .filter(Boolean)
      .join(', '),
  )
  const todos = state.todos.map((todo) => `${todo.status === 'completed' ? 'x' : ' '} ${todo.subject}`)
  const inbox = toInbox(state).map((item) => `${item.kind}: ${'text' in item ? item.text : item.toolName}`)
  const facts = [
    `status: ${state.status}`,
    `turns: ${turns.join(' | ')}`,
    `cost: $${state.usage.costUsd.toFixed(4)}, tokens: ${state.usage.tokens.input} in, ${state.usage.tokens.output} out`,
    ...inbox.map((item) => `inbox: ${item}`),
    ...(tasks.length === 0 ? [] : [`tasks: ${tasks.join(' | ')}`]),
    ...(todos.length === 0 ? [] : [`todos: ${todos.join(' | ')}`]),
    ...(state.plan === null ? [] : [`plan, ${state.plan.status}: ${state.plan.text.replaceAll('\n', '⏎')}`]),
  ]
  return `${printRows(rows(state))}\n${facts.map((fact) => `  ${fact}\n`).join('')}`
}
