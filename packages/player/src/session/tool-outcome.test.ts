import { viewToolResult } from '@quarterdeck/protocol/tools'
import { describe, expect, it } from 'vitest'
import type { ScriptedTool } from '../script/script.ts'
import { toOutcome } from './tool-outcome.ts'

const TOOLS: ScriptedTool[] = [
  { name: 'Bash', input: { command: 'ls' }, content: 'a.txt' },
  { name: 'Read', input: { file_path: '/a' }, content: 'one\ntwo\n' },
  { name: 'Edit', input: { file_path: '/a', old_string: 'one', new_string: 'two' }, originalFile: 'one\n' },
  { name: 'Write', input: { file_path: '/a', content: 'x\n' } },
  { name: 'Write', input: { file_path: '/a', content: 'x\n' }, originalFile: 'y\n' },
  { name: 'TodoWrite', input: { todos: [{ content: 'a', status: 'pending', activeForm: 'b' }] } },
  { name: 'TaskCreate', input: { subject: 'a' } },
  { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
  { name: 'AskUserQuestion', input: { questions: [{ question: 'Why?' }], answers: { 'Why?': 'So.' } } },
  { name: 'ExitPlanMode', input: { plan: 'Go.' } },
  { name: 'EnterPlanMode', input: {} },
  { name: 'Grep', input: { pattern: 'a' }, content: 'a.txt' },
]

describe('toOutcome', () => {
  it.each(TOOLS)('$name gives a result that our schema knows', (tool) => {
    const { result, isError } = toOutcome(tool, tool.input, { todos: [], tasks: [] })
    expect(isError).toBe(false)
    expect(viewToolResult(tool.name, result).tool).toBe(tool.name)
  })

  it('uses the result of the script unless the person changed the input', () => {
    const tool = { name: 'Write', input: { content: 'a' }, result: { userModified: false, content: 'made up' } }
    const memory = { todos: [], tasks: [] }
    expect(toOutcome(tool, tool.input, memory).result).toBe(tool.result)
    expect(toOutcome(tool, { content: 'b' }, memory).result).toMatchObject({ content: 'b', userModified: true })
  })

  it('fails as the script says', () => {
    const tool = { name: 'Bash', input: {}, content: 'Exit code 1', isError: true }
    const outcome = toOutcome(tool, {}, { todos: [], tasks: [] })
    expect(outcome).toEqual({ content: 'Exit code 1', result: 'Error: Exit code 1', isError: true })
  })

  it('remembers lists from call to call', () => {
    const memory = { todos: [], tasks: [] }
    const todo = { content: 'a', status: 'pending' }
    toOutcome({ name: 'TodoWrite', input: { todos: [todo] } }, { todos: [todo] }, memory)
    const next = toOutcome({ name: 'TodoWrite', input: { todos: [] } }, { todos: [] }, memory)
    expect(next.result).toEqual({ oldTodos: [todo], newTodos: [] })
  })
})
