import type { Message } from '@quarterdeck/protocol/pure'
import type { AgentFacts } from '../state/agent-facts.ts'
import { getValue, setValue } from '../state/dictionary.ts'
import { emptyLane, type Lane, type ToolCall } from '../state/entry.ts'
import { changeLane, changeTool, findTool, MAIN } from '../state/lanes.ts'
import { getItem } from '../state/list.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'

const TOOL = 'Agent'

/** The lane that a message belongs to: named by the call that started its agent, else by the agent's own id. */
export function toLaneName(state: SessionState, message: Message): string {
  const {
    parent_tool_use_id: parent,
    agent_id: agent,
    isSidechain,
  } = message as {
    parent_tool_use_id?: string | null
    agent_id?: string
    isSidechain?: boolean
  }
  // A progress message names the call it is about, which stands in the same lane.
  if (parent && message.type !== 'progress') return parent
  if (!isSidechain || agent === undefined) return MAIN
  return getValue(state.agents, agent) ?? `agent:${agent}`
}

/** Gives a call that starts an agent its lane, with the agent's messages that came before the call. */
export function attachAgent(draft: SessionDraft, tool: ToolCall): void {
  const early = getValue(draft.looseLanes, tool.id)
  if (tool.name !== TOOL && early === undefined) return
  const input = (tool.input ?? {}) as Record<string, unknown>
  const facts: AgentFacts = {
    ...early?.agent,
    ...(typeof input.subagent_type === 'string' ? { type: input.subagent_type } : {}),
    ...(typeof input.description === 'string' ? { description: input.description } : {}),
    status: early?.agent?.status ?? 'running',
  }
  changeTool(draft, tool.id, (now) => ({ ...now, subagent: { ...(early ?? emptyLane), agent: facts } }))
}

export function changeAgent(draft: SessionDraft, toolId: string, change: Partial<AgentFacts>): void {
  changeLane(draft, toolId, (lane) => ({ ...lane, agent: { status: 'running', ...lane.agent, ...change } }))
}

export function setAgentModel(draft: SessionDraft, lane: string, model: string | undefined): void {
  if (model === undefined || findTool(draft, lane)?.subagent?.agent?.model === model) return
  changeAgent(draft, lane, { model })
}

/** Binds an agent's id to its call. The messages that came under the id alone move into the lane of the call. */
export function nameAgent(draft: SessionDraft, toolId: string, agentId: string): void {
  if (getValue(draft.agents, agentId) === toolId) return
  draft.agents = setValue(draft.agents, agentId, toolId)
  const early = getValue(draft.looseLanes, `agent:${agentId}`)
  const held = findTool(draft, toolId)?.subagent
  changeAgent(draft, toolId, { id: agentId })
  if (early === undefined || (held?.entries.size ?? 0) > 0) return
  changeLane(draft, toolId, (lane) => ({ ...early, ...(lane.agent && { agent: lane.agent }) }))
  movePositions(draft, early, toolId)
}

function movePositions(draft: SessionDraft, { entries }: Lane, lane: string): void {
  for (let entry = 0; entry < entries.size; entry++) {
    const held = getItem(entries, entry)
    if (held?.kind !== 'assistant') continue
    draft.positions = setValue(draft.positions, held.id, { lane, entry })
    for (const part of held.parts)
      if (part.kind === 'tool') draft.positions = setValue(draft.positions, part.id, { lane, entry })
  }
}

interface AgentResult {
  agentId?: unknown
  status?: unknown
  agentType?: unknown
  resolvedModel?: unknown
  totalTokens?: unknown
  totalToolUseCount?: unknown
  totalDurationMs?: unknown
}

/** The result of an agent's call: the agent is done, or was launched and works on in the background. */
export function linkAgent(draft: SessionDraft, tool: ToolCall): void {
  if (tool.subagent === undefined) return
  const data = (typeof tool.structured === 'object' ? (tool.structured ?? {}) : {}) as AgentResult
  if (typeof data.agentId === 'string') nameAgent(draft, tool.id, data.agentId)
  const now = findTool(draft, tool.id)?.subagent?.agent
  if (data.status === 'async_launched') {
    changeAgent(draft, tool.id, { isBackground: true, status: now?.status ?? 'running' })
    return
  }
  changeAgent(draft, tool.id, {
    status: tool.status === 'done' ? 'done' : tool.status === 'failed' ? 'failed' : 'stopped',
    ...(typeof data.agentType === 'string' ? { type: data.agentType } : {}),
    ...(typeof data.resolvedModel === 'string' ? { model: data.resolvedModel } : {}),
    ...(typeof data.totalTokens === 'number' ? { totalTokens: data.totalTokens } : {}),
    ...(typeof data.totalToolUseCount === 'number' ? { toolUses: data.totalToolUseCount } : {}),
    ...(typeof data.totalDurationMs === 'number' ? { durationMs: data.totalDurationMs } : {}),
  })
}
