import { useEffect, useState } from 'react'
import { toSafeUrl } from '../markdown/to-safe-url.ts'
import { textOf } from '../tools/read-field.ts'
import { McpServerItem } from './McpServerItem.tsx'
import { Panel } from './Panel.tsx'
import { type McpServer, readServers } from './read-servers.ts'

interface Props {
  /** As the session began with them. */
  told: readonly unknown[]
  /** A process is there that can be asked. */
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
}

/** The MCP servers of the session, as they are now where somebody can be asked. */
export function McpPanel({ told, canAsk, onAsk }: Props) {
  const [now, setNow] = useState<readonly unknown[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [signIn, setSignIn] = useState<{ name: string; url: string } | null>(null)
  const servers = readServers(now ?? told)
  const count = told.length

  async function refresh() {
    const answer = await onAsk({ subtype: 'mcp_status' })
    const list = (answer as { mcpServers?: unknown } | null)?.mcpServers
    if (Array.isArray(list)) setNow(list)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the process is there, and when it tells of others
  useEffect(() => {
    if (canAsk && count > 0) refresh().catch(() => undefined)
  }, [canAsk, count])

  function run(request: { subtype: string; [field: string]: unknown }) {
    setProblem(null)
    onAsk(request)
      .then(refresh)
      .catch((error: Error) => setProblem(error.message))
  }

  function begin({ name }: McpServer) {
    setProblem(null)
    onAsk({ subtype: 'mcp_authenticate', serverName: name }).then(
      (answer) => {
        const url = toSafeUrl(textOf(answer, 'authUrl') ?? '')
        if (url === null) void refresh().catch(() => undefined)
        else setSignIn({ name, url })
      },
      (error: Error) => setProblem(error.message),
    )
  }

  return (
    <Panel name="MCP servers" note={servers.length > 0 ? String(servers.length) : undefined}>
      {servers.length === 0 && <p className="quiet">This session has none.</p>}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <ul className="panel-list">
        {servers.map((server) => (
          <McpServerItem
            key={server.name}
            server={server}
            signInUrl={signIn?.name === server.name ? signIn.url : null}
            onReconnect={() => run({ subtype: 'mcp_reconnect', serverName: server.name })}
            onToggle={(enabled) => run({ subtype: 'mcp_toggle', serverName: server.name, enabled })}
            onSignIn={() => begin(server)}
          />
        ))}
      </ul>
    </Panel>
  )
}
