import { McpPanel, readServers } from '../panels/McpPanel.tsx'
import { listOf } from '../tools/read-field.ts'
import type { PanelProps } from './panel-props.ts'
import { Saying } from './Saying.tsx'
import { useAsked } from './use-asked.ts'
import { useDoing } from './use-doing.ts'

/** `/mcp`: the servers as they are now. */
export function McpServersPanel({ row, overview, ask }: PanelProps) {
  const { value, problem, again } = useAsked<readonly unknown[]>(async () =>
    row?.live ? listOf(await ask({ subtype: 'mcp_status' }), 'mcpServers') : overview.about.mcpServers,
  )
  const doing = useDoing()
  const change = (request: { subtype: string; [field: string]: unknown }, done: string) =>
    void doing.run(() => ask(request), done).then(again)
  return (
    <>
      <McpPanel
        servers={readServers(value ?? overview.about.mcpServers)}
        onReconnect={(serverName) =>
          change({ subtype: 'mcp_reconnect', serverName }, `${serverName} was connected anew.`)
        }
        onToggle={(serverName, enabled) =>
          change({ subtype: 'mcp_toggle', serverName, enabled }, `${serverName} is ${enabled ? 'on' : 'off'}.`)
        }
      />
      {!row?.live && <p className="quiet">The session does not run: this is how it was.</p>}
      <Saying problem={doing.problem ?? problem} isLoading={doing.isBusy} done={doing.done} />
    </>
  )
}
