import { useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import { McpServerItem } from './McpServerItem.tsx'
import { McpSignIn } from './McpSignIn.tsx'
import type { McpServer } from './read-servers.ts'
import { useSignIn } from './use-sign-in.ts'

export interface McpServerListProps {
  sessionId: string
  servers: readonly McpServer[]
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
  refresh: () => Promise<void>
}

/** Each server with what can be done about it. */
export function McpServerList({ sessionId, servers, canAsk, onAsk, refresh }: McpServerListProps) {
  const [problem, setProblem] = useState<string | null>(null)
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
    <>
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
    </>
  )
}
