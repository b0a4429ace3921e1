import { setStatus } from '../calls/tool-calls.ts'
import type { ToolCall } from '../state/entry.ts'
import { findTool } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

/** The call that a form of a server holds up. Nothing on the wire says which it is: where several could be it, none is named. */
export function findHeldCall(state: SessionState, server: string): string | undefined {
  // In names of tools the CLI writes a server so.
  const prefix = `mcp__${server.replaceAll(/[^\w-]/g, '_')}__`
  const isIt = (tool: ToolCall | undefined) =>
    tool?.name.startsWith(prefix) && (tool.status === 'running' || isHeld(state, tool.id))
  const [first, ...others] = state.running.filter((id) => isIt(findTool(state, id)))
  return others.length === 0 ? first : undefined
}

/** It goes on when nothing holds it up any more. */
export function releaseCall(state: SessionState, id: string | undefined): SessionState {
  if (id === undefined || isHeld(state, id) || findTool(state, id)?.status !== 'waiting') return state
  return setStatus(state, id, 'running')
}

function isHeld({ approvals }: SessionState, id: string): boolean {
  return approvals.some(({ heldCall }) => heldCall === id)
}
