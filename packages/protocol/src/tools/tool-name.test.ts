import { describe, expect, it } from 'vitest'
import { canonicalToolName, parseMcpToolName, toToolTitle } from './tool-name.ts'

describe('canonicalToolName', () => {
  it.each([
    ['Task', 'Agent'],
    ['KillShell', 'TaskStop'],
    ['KillBash', 'TaskStop'],
    ['BashOutput', 'TaskOutput'],
    ['BashOutputTool', 'TaskOutput'],
    ['AgentOutputTool', 'TaskOutput'],
    ['ListMcpResources', 'ListMcpResourcesTool'],
  ])('knows %s as %s', (name, canonical) => {
    expect(canonicalToolName(name)).toBe(canonical)
  })

  it('leaves any other name as it is, those of Object.prototype too', () => {
    for (const name of ['Agent', 'TaskCreate', 'mcp__x__Task', 'constructor', '__proto__', ''])
      expect(canonicalToolName(name)).toBe(name)
  })

  it('needs only one step', () => {
    for (const name of ['Task', 'KillShell', 'BashOutput', 'Brief'])
      expect(canonicalToolName(canonicalToolName(name))).toBe(canonicalToolName(name))
  })
})

describe('parseMcpToolName', () => {
  it.each([
    ['mcp__github__search_repositories', 'github', 'search_repositories'],
    ['mcp__my_own_server__do_it', 'my_own_server', 'do_it'],
    ['mcp__plugin_context7_context7__query-docs', 'plugin_context7_context7', 'query-docs'],
    ['mcp__a__b__c', 'a', 'b__c'],
  ])('splits %s at the first double underscore after the prefix', (name, server, tool) => {
    expect(parseMcpToolName(name)).toEqual({ server, tool })
  })

  it.each(['Bash', 'mcp__', 'mcp__github', 'mcp__github__', 'mcp____tool', 'xmcp__a__b', ''])(
    'finds none in %j',
    (name) => {
      expect(parseMcpToolName(name)).toBeNull()
    },
  )
})

describe('toToolTitle', () => {
  it('writes the tool of a server as words', () => {
    expect(toToolTitle('mcp__github__search_repositories')).toBe('GitHub › Search repositories')
    expect(toToolTitle('mcp__plugin_context7_context7__query-docs')).toBe('Plugin context7 context7 › Query docs')
  })

  it.each([
    ['mcp__gitlab__list_api_keys', 'GitLab › List API keys'],
    ['mcp__my-postgresql__run_sql', 'My PostgreSQL › Run SQL'],
    ['mcp__sqlite__constructor', 'SQLite › Constructor'],
    ['mcp__OpenAI__ask', 'OpenAI › Ask'],
    ['mcp__ide__getDiagnostics', 'IDE › GetDiagnostics'],
  ])('spells known names of %s as their owners do', (name, title) => {
    expect(toToolTitle(name)).toBe(title)
  })

  it('keeps what has no words in it', () => {
    expect(toToolTitle('mcp__a__-')).toBe('A › -')
  })

  it('leaves plain names unchanged', () => {
    expect(toToolTitle('Bash')).toBe('Bash')
    expect(toToolTitle('some_tool')).toBe('some_tool')
  })
})
