import type { Message } from '@quarterdeck/protocol/pure'
import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall } from '../state/entry.ts'
import { changeLane, changeTool, emptyLane, findTool, MAIN } from '../state/lanes.ts'
import { getItem as getEntry } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'

/** Who an agent is that a tool call has sent, and how it fares. */
export interface AgentFacts {
  id?: string
  type?: string
  description?: string
  model?: string
  status: 'running' | 'done' | 'failed' | 'stopped'
  /** It goes on when its turn has ended. */
  isBackground?: true
  totalTokens?: number
  toolUses?: number
  durationMs?: number
  lastTool?: string
  summary?: string
}

const TOOL = 'Agent'

/** The lane that a message belongs to: by the call that started its agent, else by the agent itself. */
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
  // A line of progress names the call it is about, and stands beside it.
  if (parent && message.type !== 'progress') return parent
  if (!isSidechain || agent === undefined) return MAIN
  return getValue(state.agents, agent) ?? `agent:${agent}`
}

/** A call that starts an agent holds its conversation, and what came of it before. */
export function attachAgent(state: SessionState, tool: ToolCall): SessionState {
  const early = getValue(state.loose, tool.id)
  if (tool.name !== TOOL && early === undefined) return state
  const input = (tool.input ?? {}) as Record<string, unknown>
  const facts: AgentFacts = {
    ...early?.agent,
    ...(typeof input.subagent_type === 'string' ? { type: input.subagent_type } : {}),
    ...(typeof input.description === 'string' ? { description: input.description } : {}),
    status: early?.agent?.status ?? 'running',
  }
  return changeTool(state, tool.id, (now) => ({ ...now, subagent: { ...(early ?? emptyLane), agent: facts } }))
}

export function changeAgent(state: SessionState, toolId: string, change: Partial<AgentFacts>): SessionState {
  return changeLane(state, toolId, (lane) => ({ ...lane, agent: { status: 'running', ...lane.agent, ...change } }))
}

export function withAgentModel(state: SessionState, lane: string, model: string | undefined): SessionState {
  if (model === undefined || findTool(state, lane)?.subagent?.agent?.model === model) return state
  return changeAgent(state, lane, { model })
}

/** An agent's id becomes known: what it wrote before under its own name joins its call. */
export function nameAgent(state: SessionState, toolId: string, agentId: string): SessionState {
  if (getValue(state.agents, agentId) === toolId) return state
  state.agents = setValue(state.agents, agentId, toolId)
  const early = getValue(state.loose, `agent:${agentId}`)
  const held = findTool(state, toolId)?.subagent
  changeAgent(state, toolId, { id: agentId })
  if (early === undefined || (held?.entries.size ?? 0) > 0) return state
  changeLane(state, toolId, (lane) => ({ ...early, ...(lane.agent && { agent: lane.agent }) }))
  return movePlaces(state, early, toolId)
}

function movePlaces(state: SessionState, { entries }: NonNullable<ToolCall['subagent']>, lane: string): SessionState {
  for (let entry = 0; entry < entries.size; entry++) {
    const held = getEntry(entries, entry)
    if (held?.kind !== 'assistant') continue
    state.places = setValue(state.places, held.id, { lane, entry })
    for (const part of held.parts)
      if (part.kind === 'tool') state.places = setValue(state.places, part.id, { lane, entry })
  }
  return state
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

/** The result of the call: it is done, or it has only been sent and works on in the background. */
export function linkAgent(state: SessionState, tool: ToolCall): SessionState {
  if (tool.subagent === undefined) return state
  const data = (typeof tool.structured === 'object' ? (tool.structured ?? {}) : {}) as AgentResult
  if (typeof data.agentId === 'string') nameAgent(state, tool.id, data.agentId)
  const now = findTool(state, tool.id)?.subagent?.agent
  if (data.status === 'async_launched')
    return changeAgent(state, tool.id, { isBackground: true, status: now?.status ?? 'running' })
  return changeAgent(state, tool.id, {
    status: tool.status === 'done' ? 'done' : tool.status === 'failed' ? 'failed' : 'stopped',
    ...(typeof data.agentType === 'string' ? { type: data.agentType } : {}),
    ...(typeof data.resolvedModel === 'string' ? { model: data.resolvedModel } : {}),
    ...(typeof data.totalTokens === 'number' ? { totalTokens: data.totalTokens } : {}),
    ...(typeof data.totalToolUseCount === 'number' ? { toolUses: data.totalToolUseCount } : {}),
    ...(typeof data.totalDurationMs === 'number' ? { durationMs: data.totalDurationMs } : {}),
  })
}
