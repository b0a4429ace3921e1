import { describe, expect, it } from 'vitest'
import { viewToolInput, viewToolResult } from '../view.ts'

describe('SendMessage', () => {
  it('is spelt in two ways', () => {
    for (const input of [
      { to: 'reviewer', message: 'Ready', summary: 'Ready' },
      { to: 'reviewer', message: { type: 'shutdown_request' } },
      { type: 'message', recipient: 'reviewer', content: 'Ready', summary: 'Ready' },
    ])
      expect(viewToolInput('SendMessage', input)).toEqual({ tool: 'SendMessage', value: input })
  })
})

describe('ReportFindings', () => {
  it('loses what is broken in a finding, not the finding', () => {
    const finding = { file: 'a.ts', summary: 'It fails' }
    expect(viewToolInput('ReportFindings', { findings: [{ ...finding, line: '7', verdict: 1 }] })).toEqual({
      tool: 'ReportFindings',
      value: { findings: [finding] },
    })
  })
})

describe('ToolSearch', () => {
  it('has found tools', () => {
    const result = { matches: ['mcp__a__b'], query: 'select:mcp__a__b', total_deferred_tools: 9 }
    expect(viewToolResult('ToolSearch', result)).toEqual({ tool: 'ToolSearch', value: result })
  })
})
