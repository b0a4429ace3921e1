import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

describe('the task list', () => {
  it('is made and changed by input', () => {
    for (const [name, input] of [
      ['TaskCreate', { subject: 'Fix the bug', description: 'All of it', activeForm: 'Fixing the bug' }],
      ['TaskUpdate', { taskId: '1', status: 'deleted', addBlockedBy: ['2'], metadata: { a: null } }],
      ['TaskGet', { taskId: '1' }],
      ['TaskList', {}],
    ] as const)
      expect(viewToolInput(name, input)).toEqual({ tool: name, value: input })
  })

  it('comes back in results', () => {
    const task = { id: '1', subject: 'Fix the bug', status: 'in_progress', blockedBy: [] }
    for (const [name, result] of [
      ['TaskCreate', { task: { id: '1', subject: 'Fix the bug' } }],
      ['TaskGet', { task: { ...task, description: 'All of it', blocks: ['2'] } }],
      ['TaskUpdate', { success: true, taskId: '1', updatedFields: ['status'], statusChange: { from: 'a', to: 'b' } }],
      ['TaskList', { tasks: [task, { ...task, id: '2', owner: 'reviewer' }] }],
    ] as const)
      expect(viewToolResult(name, result)).toEqual({ tool: name, value: result })
  })

  it('is generic with a row that has no subject', () => {
    const value = { tasks: [{ id: '1' }] }
    expect(viewToolResult('TaskList', value)).toEqual({ tool: 'generic', name: 'TaskList', value })
  })
})
