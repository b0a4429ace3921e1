import { useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import { McpServerItem } from './McpServerItem.tsx'
import { McpSignIn } from './McpSignIn.tsx'
import { Panel } from './Panel.tsx'
import { useServers } from './use-servers.ts'
import { useSignIn } from './use-sign-in.ts'

interface Props {
  sessionId: string
  /** As the session began with them. */
  told: readonly unknown[]
  /** A process is there that can be asked. */
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
}

/** The MCP servers of the session, as they are now where somebody can be asked. */
export function McpPanel({ sessionId, told, canAsk, onAsk }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const { servers, refresh } = useServers({ told, canAsk, onAsk })
  const signIn = useSignIn({ sessionId, servers, canAsk, onAsk, refresh })

  function run(request: { subtype: string; [field: string]: unknown }) {
    setProblem(null)
    onAsk(request)
      .then(refresh)
      .catch((error: Error) => setProblem(error.message))
  }

  function begin(name: string) {
    setProblem(null)
    signIn.begin(name).catch((error: Error) => setProblem(error.message))
  }

  return (
    <Panel name="MCP servers" note={servers.length > 0 ? String(servers.length) : undefined}>
      {servers.length === 0 && <p className="quiet">This session has none.</p>}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <p role="status" className={signIn.done === null ? 'visually-hidden' : 'quiet'}>
        {signIn.done !== null && `You are signed in to ${toVisibleText(signIn.done)}.`}
      </p>
      <ul className="panel-list">
        {servers.map((server) => (
          <McpServerItem
            key={server.name}
            server={server}
            onReconnect={() => run({ subtype: 'mcp_reconnect', serverName: server.name })}
            onToggle={(enabled) => run({ subtype: 'mcp_toggle', serverName: server.name, enabled })}
            hasBegun={signIn.open?.name === server.name}
            onSignIn={() => begin(server.name)}
          >
            {signIn.open?.name === server.name && (
              <McpSignIn key={signIn.open.url} signIn={signIn.open} problem={signIn.problem} onFinish={signIn.finish} />
            )}
          </McpServerItem>
        ))}
      </ul>
    </Panel>
  )
}
