import { textOf } from '../tools/read-field.ts'
import { Panel } from './Panel.tsx'

export interface McpServer {
  name: string
  status: string
  error?: string
  tools: readonly string[]
}

interface Props {
  servers: readonly McpServer[]
  onReconnect: (name: string) => void
  onToggle: (name: string, isEnabled: boolean) => void
}

const WORDS: Readonly<Record<string, string>> = {
  connected: 'connected',
  failed: 'failed',
  'needs-auth': 'needs a sign-in',
  pending: 'connecting',
  disabled: 'off',
}

/** The MCP servers of the session. */
export function McpPanel({ servers, onReconnect, onToggle }: Props) {
  return (
    <Panel name="MCP servers" note={servers.length > 0 ? String(servers.length) : undefined}>
      {servers.length === 0 && <p className="quiet">This session has none.</p>}
      <ul className="panel-list">
        {servers.map((server) => (
          <li key={server.name}>
            <div className="panel-row">
              <span>{server.name}</span>
              <span className="quiet">{WORDS[server.status] ?? server.status}</span>
            </div>
            {server.error !== undefined && <p className="error">{server.error}</p>}
            {server.tools.length > 0 && <p className="quiet">{server.tools.join(', ')}</p>}
            {server.status === 'needs-auth' && (
              <p className="quiet">
                Sign in with <code>/mcp</code> in a terminal, then reconnect here.
              </p>
            )}
            <button
              type="button"
              className="small-button"
              aria-label={`Reconnect ${server.name}`}
              onClick={() => onReconnect(server.name)}
            >
              Reconnect
            </button>
            <button
              type="button"
              className="small-button"
              aria-label={`${server.status === 'disabled' ? 'Turn on' : 'Turn off'} ${server.name}`}
              onClick={() => onToggle(server.name, server.status === 'disabled')}
            >
              {server.status === 'disabled' ? 'Turn on' : 'Turn off'}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** As the CLI tells them in `init` and in `mcp_status`. */
export function readServers(told: readonly unknown[]): McpServer[] {
  return told.flatMap((server) => {
    const name = textOf(server, 'name')
    if (name === undefined) return []
    const error = textOf(server, 'error')
    const tools = (server as { tools?: unknown }).tools
    return [
      {
        name,
        status: textOf(server, 'status') ?? 'unknown',
        tools: Array.isArray(tools) ? tools.flatMap((tool) => textOf(tool, 'name') ?? []) : [],
        ...(error !== undefined && { error }),
      },
    ]
  })
}
