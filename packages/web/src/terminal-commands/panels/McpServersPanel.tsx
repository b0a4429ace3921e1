import { McpPanel } from '../../panels/McpPanel.tsx'
import type { PanelProps } from '../panel-props.ts'

/** `/mcp`: the servers as they are now. */
export function McpServersPanel({ sessionId, row, overview, ask }: PanelProps) {
  const isLive = row?.live ?? false
  return (
    <>
      <McpPanel sessionId={sessionId} told={overview.about.mcpServers} canAsk={isLive} onAsk={ask} />
      {!isLive && <p className="quiet">The session does not run: this is how it was.</p>}
    </>
  )
}
