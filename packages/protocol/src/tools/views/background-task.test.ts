import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

describe('TaskStop', () => {
  it('knows the ids of its older names', () => {
    expect(viewToolInput('KillShell', { shell_id: 'b1' })).toEqual({ tool: 'TaskStop', value: { shell_id: 'b1' } })
    expect(viewToolInput('TaskStop', { task_id: 'b1' })).toEqual({ tool: 'TaskStop', value: { task_id: 'b1' } })
  })

  it('is generic without an id, or with one that is none', () => {
    expect(viewToolInput('KillBash', {})).toEqual({ tool: 'generic', name: 'KillBash', value: {} })
    expect(viewToolInput('TaskStop', { task_id: 7 }).tool).toBe('generic')
  })

  it('says what it stopped', () => {
    const result = { message: 'Stopped', task_id: 'b1', task_type: 'local_bash', command: 'sleep 9' }
    expect(viewToolResult('TaskStop', result)).toEqual({ tool: 'TaskStop', value: result })
  })
})

describe('TaskOutput', () => {
  it('knows the ids of its older names', () => {
    for (const [name, input] of [
      ['TaskOutput', { task_id: 'b1', block: true, timeout: 30000 }],
      ['BashOutput', { bash_id: 'b1', filter: 'warn' }],
      ['AgentOutputTool', { agentId: 'a1', block: false }],
    ] as const)
      expect(viewToolInput(name, input)).toEqual({ tool: 'TaskOutput', value: input })
  })

  it('has a task, or had none in time, or is the plain output of a shell', () => {
    const task = { task_id: 'b1', task_type: 'local_bash', status: 'running', output: 'hi', exitCode: null }
    for (const result of [
      { retrieval_status: 'not_ready', task },
      { retrieval_status: 'timeout', task: null },
      { shellId: 'b1', command: 'ls', status: 'completed', exitCode: 0, stdout: 'hi', stderr: '', stdoutLines: 1 },
    ])
      expect(viewToolResult('TaskOutput', result)).toEqual({ tool: 'TaskOutput', value: result })
  })
})
