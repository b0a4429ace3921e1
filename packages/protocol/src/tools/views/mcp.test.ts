import { describe, expect, it } from 'vitest'
import { viewToolResult } from '../view.ts'

describe('McpResult', () => {
  const of = (value: unknown) => ({ tool: 'mcp', server: 'github', name: 'search', value })

  it('is text, a list of parts, or structured content', () => {
    for (const result of [
      'done',
      [
        { type: 'text', text: 'done' },
        { type: 'image', data: 'iVBO' },
      ],
      [],
      { total: 3 },
    ])
      expect(viewToolResult('mcp__github__search', result)).toEqual(of(result))
  })

  it('loses a text that is none, not the part', () => {
    expect(viewToolResult('mcp__github__search', [{ type: 'text', text: 7, id: 1 }])).toEqual(
      of([{ type: 'text', id: 1 }]),
    )
  })

  it('is generic for a list of anything else', () => {
    const name = 'mcp__github__search'
    for (const value of [[1], [{ text: 'no type' }], 7, null])
      expect(viewToolResult(name, value)).toEqual({ tool: 'generic', name, value })
  })
})

describe('the resources of a server', () => {
  it('are a list', () => {
    const result = [{ uri: 'issue://123', name: 'Issue', mimeType: 7, server: 'github' }]
    expect(viewToolResult('ListMcpResourcesTool', result)).toEqual({
      tool: 'ListMcpResourcesTool',
      value: [{ uri: 'issue://123', name: 'Issue', server: 'github' }],
    })
  })

  it('are known by their older names', () => {
    const result = { contents: [{ uri: 'issue://123', text: 'It fails' }] }
    expect(viewToolResult('ReadMcpResource', result)).toEqual({ tool: 'ReadMcpResourceTool', value: result })
  })
})
