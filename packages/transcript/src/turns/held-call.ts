import { setStatus } from '../calls/tool-calls.ts'
import type { ToolCall } from '../state/entry.ts'
import { findTool } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'

/** The running call that waits for a form of its MCP server. No message names it: where several calls could be meant, none is. */
export function findHeldCall(state: SessionState, server: string): string | undefined {
  // The CLI writes the server's name like this in the names of its tools.
  const prefix = `mcp__${server.replaceAll(/[^\w-]/g, '_')}__`
  const isIt = (tool: ToolCall | undefined) =>
    tool?.name.startsWith(prefix) && (tool.status === 'running' || isHeld(state, tool.id))
  const [first, ...others] = state.running.filter((id) => isIt(findTool(state, id)))
  return others.length === 0 ? first : undefined
}

/** Lets a call run on when the last form it waited for is settled. */
export function releaseCall(draft: SessionDraft, id: string | undefined): void {
  if (id === undefined || isHeld(draft, id) || findTool(draft, id)?.status !== 'waiting') return
  setStatus(draft, id, 'running')
}

function isHeld({ approvals }: SessionState, id: string): boolean {
  return approvals.some(({ heldCall }) => heldCall === id)
}
