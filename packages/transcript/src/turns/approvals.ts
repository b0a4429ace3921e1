import type { MessageOf } from '@quarterdeck/protocol/pure'
import { isSameData, withInput } from '../calls/modified-input.ts'
import { withPlan } from '../calls/plans.ts'
import { isOpen, queueCalls } from '../calls/queue-calls.ts'
import { setStatus } from '../calls/tool-calls.ts'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import type { Decision, ToolCall } from '../state/entry.ts'
import { changeTool, findTool } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { findHeldCall, releaseCall } from './held-call.ts'
import { addNotice } from './notices.ts'
import { toSettledLine } from './settled-line.ts'
import { changeTurn, currentTurn } from './turns.ts'

/** Something the CLI asks a person. It stays until it is answered or withdrawn, and never times out by itself. */
export interface Approval {
  requestId: string
  kind: 'approval' | 'question' | 'plan' | 'elicitation' | 'dialog'
  toolName: string
  /** The call it is about, where the CLI says it. */
  toolUseId?: string
  /** The call that a form of its server holds up, as far as can be told. */
  heldCall?: string
  /** The agent that asks, where it is not Claude itself. */
  agentId?: string
  input: unknown
  /** The server's hash of the input: an answer that carries it can only mean this input. */
  inputHash?: string
  reason?: string
  blockedPath?: string
  suggestions: readonly unknown[]
  title?: string
  description?: string
  /** Not to be approved with one tap. */
  needsCare?: true
  /** Offer no "do not ask again". */
  isOnceOnly?: true
  at?: string
}

type Request = MessageOf<'control_request'>

interface Asking {
  at?: string | undefined
  inputHash?: string | undefined
}

/** A prompt that was asked already, or answered, changes nothing. */
export function applyPrompt(state: SessionState, message: Request, { at, inputHash }: Asking): SessionState {
  const { request_id: requestId } = message
  const approval = toApproval(requestId, message.request as Record<string, unknown>)
  if (approval === null || hasValue(state.decisions, requestId)) return state
  if (state.approvals.some((each) => each.requestId === requestId)) return state
  put(approval, 'at', at)
  put(approval, 'inputHash', inputHash)
  if (approval.kind === 'elicitation') put(approval, 'heldCall', findHeldCall(state, approval.toolName))
  if (state.approvals.length === 0) state.waitingSince = at ?? null
  state.approvals = [...state.approvals, approval]
  if (approval.heldCall !== undefined) return setStatus(state, approval.heldCall, 'waiting')
  if (approval.toolUseId === undefined) return state
  const tool = findTool(state, approval.toolUseId)
  if (tool !== undefined && isOpen(tool)) queueCalls(setStatus(state, tool.id, 'waiting'), tool.id)
  return approval.kind === 'plan' ? withPlan(state, approval.toolUseId, approval.input, 'proposed') : state
}

const PROMPTS = new Set(['can_use_tool', 'elicitation', 'request_user_dialog'])

/** Whether a request of this kind asks a person. */
export function isPrompt(subtype: string): boolean {
  return PROMPTS.has(subtype)
}

function toApproval(requestId: string, request: Record<string, unknown>): Approval | null {
  const text = (key: string) => (typeof request[key] === 'string' ? (request[key] as string) : undefined)
  switch (request.subtype) {
    case 'can_use_tool': {
      const toolName = text('tool_name') ?? 'a tool'
      const suggestions = Array.isArray(request.permission_suggestions) ? request.permission_suggestions : []
      const approval: Approval = { requestId, kind: toKind(toolName), toolName, input: request.input, suggestions }
      put(approval, 'toolUseId', text('tool_use_id'))
      put(approval, 'agentId', text('agent_id'))
      put(approval, 'reason', text('decision_reason'))
      put(approval, 'blockedPath', text('blocked_path'))
      put(approval, 'title', text('title') ?? text('display_name'))
      put(approval, 'description', text('description'))
      if (request.requires_user_interaction === true || request.default_to_no === true) approval.needsCare = true
      if (request.suppress_always_allow_rule === true) approval.isOnceOnly = true
      return approval
    }
    case 'elicitation': {
      const toolName = text('mcp_server_name') ?? 'a server'
      const approval: Approval = { requestId, kind: 'elicitation', toolName, input: request, suggestions: [] }
      put(approval, 'reason', text('message'))
      put(approval, 'title', text('title'))
      return approval
    }
    case 'request_user_dialog': {
      const toolName = text('dialog_kind') ?? 'a dialog'
      const approval: Approval = { requestId, kind: 'dialog', toolName, input: request.payload, suggestions: [] }
      put(approval, 'toolUseId', text('tool_use_id'))
      return approval
    }
    default:
      return null
  }
}

type Words =
  | 'toolUseId'
  | 'heldCall'
  | 'agentId'
  | 'reason'
  | 'blockedPath'
  | 'title'
  | 'description'
  | 'at'
  | 'inputHash'

function put(approval: Approval, field: Words, value: string | undefined): void {
  if (value !== undefined) approval[field] = value
}

function toKind(toolName: string): Approval['kind'] {
  if (toolName === 'AskUserQuestion') return 'question'
  return toolName === 'ExitPlanMode' ? 'plan' : 'approval'
}

interface Answering {
  at?: string | undefined
  by?: string | undefined
}

/** An answer, of ours or of another host; the CLI's echo of it is a repeat. The first one counts. */
export function applyDecision(
  state: SessionState,
  requestId: string,
  answer: unknown,
  { at, by }: Answering,
): SessionState {
  const fields = (answer ?? {}) as Record<string, unknown>
  const isAnswer = typeof fields.behavior === 'string' || typeof fields.action === 'string'
  const approval = state.approvals.find((each) => each.requestId === requestId)
  if (approval !== undefined) return settle(state, approval, toDecision(fields, approval, { at, by }))
  // An answer may overtake its prompt; that prompt must not come up any more.
  if (isAnswer && !hasValue(state.decisions, requestId))
    state.decisions = setValue(state.decisions, requestId, toDecision(fields, undefined, { at, by }))
  return state
}

function toDecision(fields: Record<string, unknown>, approval: Approval | undefined, { at, by }: Answering): Decision {
  const isRefusal =
    fields.behavior === 'deny' ||
    fields.action === 'decline' ||
    fields.action === 'cancel' ||
    fields.behavior === 'cancelled'
  const isAnswered = approval?.kind === 'question' || approval?.kind === 'elicitation' || approval?.kind === 'dialog'
  const updated = fields.updatedInput as Record<string, unknown> | undefined
  const isEdited = updated !== undefined && !isAnswered && !isSameData(updated, approval?.input)
  const answers = updated?.answers ?? fields.content
  const decision: Decision = { outcome: isRefusal ? 'denied' : isAnswered ? 'answered' : 'allowed' }
  if (at !== undefined) decision.at = at
  if (by !== undefined) decision.by = by
  if (typeof fields.message === 'string') decision.message = fields.message
  if (isEdited) decision.updatedInput = updated
  if (Array.isArray(fields.updatedPermissions)) decision.updatedPermissions = fields.updatedPermissions
  if (answers !== undefined) decision.answers = answers
  return decision
}

/** The CLI takes a prompt back: the turn was stopped, or a hook has answered. */
export function withdrawPrompt(state: SessionState, requestId: string, at: string | undefined): SessionState {
  const approval = state.approvals.find((each) => each.requestId === requestId)
  return approval === undefined ? state : settle(state, approval, toOutcome('withdrawn', at))
}

/** What a server asked for was done elsewhere, on a page of its own. */
export function completeElicitation(state: SessionState, elicitationId: string, at: string | undefined): SessionState {
  const approval = state.approvals.find(
    ({ kind, input }) =>
      kind === 'elicitation' && (input as Record<string, unknown> | null)?.elicitation_id === elicitationId,
  )
  return approval === undefined ? state : settle(state, approval, toOutcome('answered', at))
}

function toOutcome(outcome: Decision['outcome'], at: string | undefined): Decision {
  return at === undefined ? { outcome } : { outcome, at }
}

/** A call that has its result needs no leave any more, whoever gave it. */
export function closeDonePrompts(state: SessionState, at: string | undefined): SessionState {
  if (state.approvals.length === 0) return state
  const isDone = ({ toolUseId }: Approval) => {
    const tool = toolUseId === undefined ? undefined : findTool(state, toolUseId)
    return tool !== undefined && !isOpen(tool)
  }
  return state.approvals
    .filter(isDone)
    .reduce((next, approval) => settle(next, approval, toOutcome('closed', at)), state)
}

/** Nobody is there any more to hear an answer. */
export function closePrompts(state: SessionState, at: string | undefined): SessionState {
  return state.approvals.reduce((next, approval) => settle(next, approval, toOutcome('closed', at)), state)
}

function settle(state: SessionState, approval: Approval, decision: Decision): SessionState {
  state.approvals = state.approvals.filter((each) => each !== approval)
  state.decisions = setValue(state.decisions, approval.requestId, decision)
  countWaiting(state, decision.at)
  // No call shows what became of it.
  if (approval.kind === 'elicitation' || approval.kind === 'dialog')
    addNotice(state, 'info', toSettledLine(approval, decision), { id: approval.requestId, at: decision.at })
  if (approval.toolUseId === undefined) return releaseCall(state, approval.heldCall)
  return changeTool(state, approval.toolUseId, (tool) => ({
    ...toAllowed(tool, approval, decision),
    decision,
    ...(tool.status === 'waiting' ? { status: 'running' as const } : {}),
  }))
}

/** What was allowed is what runs: a person may have changed what they were asked about, and a hook what Claude asked for. */
function toAllowed(tool: ToolCall, { kind, input }: Approval, { outcome, updatedInput }: Decision): ToolCall {
  if (outcome !== 'allowed') return tool
  if (updatedInput !== undefined) return { ...withInput(tool, updatedInput), userModified: true }
  return kind === 'approval' && input !== undefined ? withInput(tool, input) : tool
}

/** Prompts that wait at the same time are waited for once. */
function countWaiting(state: SessionState, at: string | undefined): SessionState {
  const { waitingSince } = state
  if (state.approvals.length > 0 || waitingSince === null) return state
  state.waitingSince = null
  const waitedMs = at === undefined ? 0 : Math.max(0, Date.parse(at) - Date.parse(waitingSince))
  const turn = currentTurn(state)
  return turn === undefined || !(waitedMs > 0) ? state : changeTurn(state, { waitedMs: turn.waitedMs + waitedMs })
}

/** What was decided about a prompt, for whoever comes late with an answer. */
export function findDecision(state: SessionState, requestId: string): Decision | undefined {
  return getValue(state.decisions, requestId)
}
