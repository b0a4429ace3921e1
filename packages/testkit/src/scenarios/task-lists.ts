import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

const TODOS = [
  { content: 'Read the file', status: 'completed', activeForm: 'Reading the file' },
  { content: 'Change the file', status: 'in_progress', activeForm: 'Changing the file' },
  { content: 'Test it', status: 'pending', activeForm: 'Testing it' },
]

export const taskListScenarios: Scenario[] = [
  {
    name: 'todo-list',
    title: 'A list of things to do',
    how: 'TodoWrite twice; the newer CLI has it when it is allowed by name',
    async play(cli) {
      const first = TODOS.map((todo) => ({ ...todo, status: 'pending' }))
      await cli.start({ argv: ['--allowedTools=TodoWrite'], env: { CLAUDE_CODE_ENABLE_TASKS: '0' } })
      await cli.turn('Keep a list.', [
        { tools: [{ name: 'TodoWrite', input: { todos: first } }] },
        { tools: [{ name: 'TodoWrite', input: { todos: TODOS } }] },
        { text: 'Listed.' },
      ])
      cli.saw(toolResult({}, { tool_use_result: { oldTodos: first, newTodos: TODOS } }))
      await cli.stop()
      if (!cli.isNew) assert.match(cli.home.read(cli.home.list('.claude/todos/*.json')[0] ?? 'none'), /Change the file/)
    },
  },
  {
    name: 'task-list',
    title: 'A list of tasks that depend on each other',
    how: 'TaskCreate, TaskUpdate, TaskGet and TaskList, switched on by CLAUDE_CODE_ENABLE_TASKS',
    async play(cli) {
      await cli.start({
        argv: ['--allowedTools=TaskCreate,TaskUpdate,TaskGet,TaskList'],
        env: { CLAUDE_CODE_ENABLE_TASKS: '1' },
      })
      const toCreate = (subject: string) => ({ name: 'TaskCreate', input: { subject, description: `${subject} well` } })
      await cli.turn('Keep tasks.', [
        { tools: [toCreate('Read the file')] },
        { tools: [toCreate('Change the file')] },
        { tools: [{ name: 'TaskUpdate', input: { taskId: '2', addBlockedBy: ['1'] } }] },
        { tools: [{ name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }] },
        { tools: [{ name: 'TaskGet', input: { taskId: '2' } }] },
        { tools: [{ name: 'TaskList', input: {} }] },
        { text: 'Listed.' },
      ])
      cli.saw(toolResult({}, { tool_use_result: { task: { id: '1', subject: 'Read the file' } } }))
      cli.saw(toolResult({}, { tool_use_result: { taskId: '1', statusChange: { to: 'completed' } } }))
      cli.saw(
        toolResult({ content: has('Change the file') }, { tool_use_result: { tasks: [{ id: '1' }, { id: '2' }] } }),
      )
      await cli.stop()
      assert.equal(cli.home.list('.claude/tasks/*/*.json').length, 2, 'Each task is a file')
    },
  },
]
