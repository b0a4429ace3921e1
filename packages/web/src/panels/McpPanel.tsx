import { lazily } from '../parts/lazily.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { McpServerListProps } from './McpServerList.tsx'
import { Panel } from './Panel.tsx'
import { useServers } from './use-servers.ts'

interface Props extends Pick<McpServerListProps, 'sessionId' | 'canAsk' | 'onAsk'> {
  /** As the session began with them. */
  told: readonly unknown[]
}

/** Most sessions have no server: what can be done with one is loaded with the first. */
const McpServerList = lazily(async () => ({ default: (await import('./McpServerList.tsx')).McpServerList }), Names)

/** The MCP servers of the session, as they are now where somebody can be asked. */
export function McpPanel({ sessionId, told, canAsk, onAsk }: Props) {
  const { servers, refresh } = useServers({ told, canAsk, onAsk })
  return (
    <Panel name="MCP servers" note={servers.length > 0 ? String(servers.length) : undefined}>
      {servers.length === 0 ? (
        <p className="quiet">This session has none.</p>
      ) : (
        <McpServerList {...{ sessionId, servers, canAsk, onAsk, refresh }} />
      )}
    </Panel>
  )
}

function Names({ servers }: McpServerListProps) {
  return (
    <ul className="panel-list">
      {servers.map(({ name }) => (
        <li key={name}>{toVisibleText(name)}</li>
      ))}
    </ul>
  )
}
