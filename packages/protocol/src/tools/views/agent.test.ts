import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

const total = { totalDurationMs: 51400, totalTokens: 67558, totalToolUseCount: 24 }
const content = [{ type: 'text', text: '## Analysis' }]

describe('Agent', () => {
  it('is the same under its older name Task', () => {
    const input = { description: 'Explore', prompt: 'Look around', subagent_type: 'Explore', resume: 'aa3dc99' }
    expect(viewToolInput('Task', input)).toEqual({ tool: 'Agent', value: input })
    expect(viewToolInput('Agent', input)).toEqual(viewToolInput('Task', input))
  })

  it('has ended, or runs on here, or runs elsewhere', () => {
    for (const result of [
      { status: 'completed', prompt: 'p', agentId: 'aa3dc99', content, ...total, usage: { input_tokens: 100 } },
      { status: 'async_launched', agentId: 'a1', description: 'd', prompt: 'p', outputFile: '/tmp/a1.output' },
      { status: 'remote_launched', taskId: 't1', sessionUrl: 'https://example.org', description: 'd', prompt: 'p' },
    ]) {
      expect(viewToolResult('Agent', result)).toEqual({ tool: 'Agent', value: result })
    }
  })

  it('loses a broken usage, not the answer', () => {
    const result = { status: 'completed', content, usage: { input_tokens: 'many', output_tokens: 3 }, totalTokens: '9' }
    expect(viewToolResult('Agent', result)).toEqual({
      tool: 'Agent',
      value: { status: 'completed', content, usage: { output_tokens: 3 } },
    })
  })

  it('is generic for a status that we do not know, which must not pass for an end', () => {
    for (const status of ['teammate_spawned', 'error', 7, undefined]) {
      const value = { status, content, ...total }
      expect(viewToolResult('Agent', value)).toEqual({ tool: 'generic', name: 'Agent', value })
    }
  })

  it('is generic without what its status promises', () => {
    const value = { status: 'async_launched', prompt: 'p' }
    expect(viewToolResult('Agent', value)).toEqual({ tool: 'generic', name: 'Agent', value })
  })
})
