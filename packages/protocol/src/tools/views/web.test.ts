import { describe, expect, it } from 'vitest'
import { viewToolResult } from '../view.ts'

const links = {
  tool_use_id: 'srvtoolu_1',
  content: [{ title: 'Gold prices', url: 'https://example.org/gold' }],
}

describe('WebSearchResult', () => {
  it('mixes what was found with what is said of it', () => {
    const result = { query: 'gold', results: [links, 'Gold rose.'], durationSeconds: 17.8, searchCount: 1 }
    expect(viewToolResult('WebSearch', result)).toEqual({ tool: 'WebSearch', value: result })
  })

  it('loses a broken snippet, not the link', () => {
    const [link] = links.content
    const result = { results: [{ ...links, content: [{ ...link, snippet: 7 }] }, 'Gold rose.'] }
    expect(viewToolResult('WebSearch', result)).toEqual({
      tool: 'WebSearch',
      value: { results: [links, 'Gold rose.'] },
    })
  })

  it('is generic when something else is mixed in', () => {
    const value = { results: [links, 7] }
    expect(viewToolResult('WebSearch', value)).toEqual({ tool: 'generic', name: 'WebSearch', value })
  })
})

describe('WebFetchResult', () => {
  it('has what was read, and where', () => {
    const result = {
      bytes: 304170,
      code: 200,
      codeText: 'OK',
      result: '# Page',
      durationMs: 7615,
      url: 'https://a.org',
    }
    expect(viewToolResult('WebFetch', result)).toEqual({ tool: 'WebFetch', value: result })
  })
})
