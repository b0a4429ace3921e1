import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

describe('ExitPlanMode', () => {
  it('has the plan that the CLI put in, or nothing at all', () => {
    for (const input of [
      {},
      { plan: '# Plan', planFilePath: '/home/user/.claude/plans/a.md' },
      { plan: '# Plan', allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }], pushToRemote: true },
    ])
      expect(viewToolInput('ExitPlanMode', input)).toEqual({ tool: 'ExitPlanMode', value: input })
  })

  it('says what became of the plan', () => {
    const result = { plan: null, isAgent: false, filePath: '/home/user/.claude/plans/a.md', hasTaskTool: true }
    expect(viewToolResult('ExitPlanMode', result)).toEqual({ tool: 'ExitPlanMode', value: result })
  })
})
