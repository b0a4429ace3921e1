import type { ToolCall } from '../state/entry.ts'
import type { SessionState } from '../state/session-state.ts'

/** What Claude means to do, and what became of it. */
export interface Plan {
  text: string
  path?: string
  toolId: string
  status: 'proposed' | 'approved' | 'refused'
}

const TOOL = 'ExitPlanMode'

export function applyPlanUse(state: SessionState, tool: ToolCall): SessionState {
  return tool.name === TOOL ? withPlan(state, tool.id, tool.input, 'proposed') : state
}

/** The CLI may put the text in only when it asks, or only into the result. */
export function withPlan(state: SessionState, toolId: string, source: unknown, status: Plan['status']): SessionState {
  const { plan, planFilePath, filePath } = (source ?? {}) as Record<string, unknown>
  const before = state.plan?.toolId === toolId ? state.plan : undefined
  const text = typeof plan === 'string' ? plan : before?.text
  if (text === undefined) return state
  const path = [planFilePath, filePath, before?.path].find((each) => typeof each === 'string') as string | undefined
  state.plan = { text, toolId, status, ...(path === undefined ? {} : { path }) }
  return state
}

export function applyPlanResult(state: SessionState, tool: ToolCall): SessionState {
  if (tool.name !== TOOL) return state
  return withPlan(state, tool.id, tool.structured, tool.status === 'done' ? 'approved' : 'refused')
}
