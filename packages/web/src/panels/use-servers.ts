import { useEffect, useEffectEvent, useState } from 'react'
import { type McpServer, readServers } from './read-servers.ts'

interface Given {
  /** As the session began with them. */
  told: readonly unknown[]
  /** A process is there that can be asked. */
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
}

/** Nobody tells a host that a server has connected, so the CLI is asked. */
const EVERY_MS = 3000
/** Each question stands in the session's log: a server that never connects must not fill it. */
const LONGEST_MS = 120_000

/** The servers of a session as they are now: asked for when the session tells of them, and again for as long as one connects. */
export function useServers({ told, canAsk, onAsk }: Given): { servers: McpServer[]; refresh: () => Promise<void> } {
  const [now, setNow] = useState<readonly unknown[] | null>(null)
  const servers = readServers(now ?? told)

  async function refresh() {
    const answer = await onAsk({ subtype: 'mcp_status' })
    const list = (answer as { mcpServers?: unknown } | null)?.mcpServers
    if (Array.isArray(list)) setNow(list)
  }

  // What was told last is all that is known where nobody answers.
  const look = useEffectEvent(() => refresh().catch(() => setNow(null)))
  const tellsOf = JSON.stringify(told)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the process is there, and when it tells of others
  useEffect(() => {
    if (canAsk && told.length > 0) void look()
  }, [canAsk, tellsOf])

  const isPending = canAsk && servers.some(({ status }) => status === 'pending')
  useEffect(() => {
    if (!isPending) return
    const until = Date.now() + LONGEST_MS
    let isAsking = false
    const timer = setInterval(async () => {
      if (isAsking || document.hidden) return
      if (Date.now() > until) return clearInterval(timer)
      isAsking = true
      await look()
      isAsking = false
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isPending])

  return { servers, refresh }
}
