import { useEffect, useState } from 'react'
import { type McpServer, readServers } from './read-servers.ts'
import { useAskingAgain } from './use-asking-again.ts'

interface Given {
  /** As the session began with them. */
  told: readonly unknown[]
  /** A process is there that can be asked. */
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
}

/** A server that has not connected by then hardly will. */
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

  // The last known state of the servers stays where nobody answers.
  const look = () => refresh().catch(() => setNow(null))
  const tellsOf = JSON.stringify(told)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the process is there, and when it tells of others
  useEffect(() => {
    if (canAsk && told.length > 0) void look()
  }, [canAsk, tellsOf])

  const isPending = canAsk && servers.some(({ status }) => status === 'pending')
  useAskingAgain(isPending ? 'pending' : null, look, LONGEST_MS)

  return { servers, refresh }
}
