import type { ToolCall } from '../state/entry.ts'
import type { Plan } from '../state/plan.ts'
import type { SessionDraft } from '../state/session-draft.ts'

const TOOL = 'ExitPlanMode'

export function applyPlanUse(draft: SessionDraft, tool: ToolCall): void {
  if (tool.name === TOOL) applyPlan(draft, tool.id, tool.input, 'proposed')
}

/** The CLI sends the text of a plan with the call, only with the approval, or only with the result. */
export function applyPlan(draft: SessionDraft, toolId: string, source: unknown, status: Plan['status']): void {
  const { plan, planFilePath, filePath } = (source ?? {}) as Record<string, unknown>
  const before = draft.plan?.toolId === toolId ? draft.plan : undefined
  const text = typeof plan === 'string' ? plan : before?.text
  if (text === undefined) return
  const path = [planFilePath, filePath, before?.path].find((each) => typeof each === 'string') as string | undefined
  draft.plan = { text, toolId, status, ...(path === undefined ? {} : { path }) }
}

export function applyPlanResult(draft: SessionDraft, tool: ToolCall): void {
  if (tool.name === TOOL) applyPlan(draft, tool.id, tool.structured, tool.status === 'done' ? 'approved' : 'refused')
}
