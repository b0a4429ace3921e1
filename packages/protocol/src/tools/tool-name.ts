/** Names that older CLIs, or other places of the same CLI, give to a tool. */
const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Task: 'Agent',
    KillShell: 'TaskStop',
    KillBash: 'TaskStop',
    BashOutput: 'TaskOutput',
    BashOutputTool: 'TaskOutput',
    AgentOutputTool: 'TaskOutput',
    ListPeers: 'ListAgents',
    Brief: 'SendUserMessage',
    ListMcpResources: 'ListMcpResourcesTool',
    ReadMcpResource: 'ReadMcpResourceTool',
    ReadMcpResourceDir: 'ReadMcpResourceDirTool',
  }),
)

/** The name under which the current CLI calls a tool. Any other name, a tool of a server too, comes back as it is. */
export function canonicalToolName(name: string): string {
  return CANONICAL.get(name) ?? name
}

export interface McpToolName {
  server: string
  tool: string
}

const PREFIX = 'mcp__'
const SEPARATOR = '__'

/** Null for what is no tool of an MCP server. A server's name has no double underscore: the CLI itself splits at the first. */
export function parseMcpToolName(name: string): McpToolName | null {
  if (!name.startsWith(PREFIX)) return null
  const end = name.indexOf(SEPARATOR, PREFIX.length)
  if (end === -1) return null
  const server = name.slice(PREFIX.length, end)
  const tool = name.slice(end + SEPARATOR.length)
  return server === '' || tool === '' ? null : { server, tool }
}

/** Names that are written in a way of their own, by how they stand in identifiers. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    ...['GitHub', 'GitLab', 'OpenAI', 'PostgreSQL', 'MySQL', 'SQLite', 'MongoDB', 'GraphQL', 'BigQuery', 'YouTube'],
    ...['LinkedIn', 'PayPal', 'HubSpot', 'ClickUp', 'DevTools', 'AWS', 'MCP', 'IDE', 'API', 'URL', 'SQL', 'PDF'],
  ].map((name) => [name.toLowerCase(), name]),
)

/** What a person reads: `GitHub › Search repositories` for a tool of a server, the plain name for any other. */
export function toToolTitle(name: string): string {
  const parsed = parseMcpToolName(name)
  return parsed === null ? name : `${toWords(parsed.server)} › ${toWords(parsed.tool)}`
}

/** The server alone, as it stands in the titles of its tools. */
export function toServerTitle(server: string): string {
  return toWords(server)
}

function toWords(identifier: string): string {
  const words = identifier.replace(/[_-]+/g, ' ').trim()
  if (words === '') return identifier
  const [first = '', ...others] = words.split(' ')
  const start = SPELLINGS.get(first.toLowerCase()) ?? first.charAt(0).toUpperCase() + first.slice(1)
  return [start, ...others.map((word) => SPELLINGS.get(word.toLowerCase()) ?? word)].join(' ')
}
