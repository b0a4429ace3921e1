import type { MessageOf } from '@quarterdeck/protocol/pure'
import { isSameData, withInput } from '../calls/modified-input.ts'
import { applyPlan } from '../calls/plans.ts'
import { isOpen, queueCalls } from '../calls/queue-calls.ts'
import { setStatus } from '../calls/tool-calls.ts'
import type { Approval } from '../state/approval.ts'
import { getValue, hasValue, setValue } from '../state/dictionary.ts'
import type { Decision, ToolCall } from '../state/entry.ts'
import { changeTool, findTool } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Writable } from '../state/writable.ts'
import { findHeldCall, releaseCall } from './held-call.ts'
import { addNotice } from './notices.ts'
import { toSettledLine } from './settled-line.ts'
import { changeTurn, currentTurn } from './turns.ts'

type Request = MessageOf<'control_request'>

interface RequestContext {
  at?: string | undefined
  inputHash?: string | undefined
}

/** Opens an approval. A request that is open already, or was answered, changes nothing. */
export function openApproval(draft: SessionDraft, message: Request, { at, inputHash }: RequestContext): void {
  const { request_id: requestId } = message
  const approval = toApproval(requestId, message.request as Record<string, unknown>)
  if (approval === null || hasValue(draft.decisions, requestId)) return
  if (draft.approvals.some((each) => each.requestId === requestId)) return
  put(approval, 'at', at)
  put(approval, 'inputHash', inputHash)
  if (approval.kind === 'elicitation') put(approval, 'heldCall', findHeldCall(draft, approval.toolName))
  if (draft.approvals.length === 0) draft.waitingSince = at ?? null
  draft.approvals = [...draft.approvals, approval]
  if (approval.heldCall !== undefined) setStatus(draft, approval.heldCall, 'waiting')
  else if (approval.toolUseId !== undefined) holdCall(draft, approval, approval.toolUseId)
}

function holdCall(draft: SessionDraft, { kind, input }: Approval, toolUseId: string): void {
  const tool = findTool(draft, toolUseId)
  if (tool !== undefined && isOpen(tool)) {
    setStatus(draft, toolUseId, 'waiting')
    queueCalls(draft, toolUseId)
  }
  if (kind === 'plan') applyPlan(draft, toolUseId, input, 'proposed')
}

const FOR_A_PERSON = new Set(['can_use_tool', 'elicitation', 'request_user_dialog'])

/** Whether a person must answer a control request of this subtype. */
export function needsPerson(subtype: string): boolean {
  return FOR_A_PERSON.has(subtype)
}

type NewApproval = Writable<Approval>

function toApproval(requestId: string, request: Record<string, unknown>): NewApproval | null {
  const text = (key: string) => (typeof request[key] === 'string' ? (request[key] as string) : undefined)
  switch (request.subtype) {
    case 'can_use_tool': {
      const toolName = text('tool_name') ?? 'a tool'
      const suggestions = Array.isArray(request.permission_suggestions) ? request.permission_suggestions : []
      const approval: NewApproval = { requestId, kind: toKind(toolName), toolName, input: request.input, suggestions }
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
      const approval: NewApproval = { requestId, kind: 'elicitation', toolName, input: request, suggestions: [] }
      put(approval, 'reason', text('message'))
      put(approval, 'title', text('title'))
      return approval
    }
    case 'request_user_dialog': {
      const toolName = text('dialog_kind') ?? 'a dialog'
      const approval: NewApproval = { requestId, kind: 'dialog', toolName, input: request.payload, suggestions: [] }
      put(approval, 'toolUseId', text('tool_use_id'))
      return approval
    }
    default:
      return null
  }
}

type TextField =
  | 'toolUseId'
  | 'heldCall'
  | 'agentId'
  | 'reason'
  | 'blockedPath'
  | 'title'
  | 'description'
  | 'at'
  | 'inputHash'

function put(approval: NewApproval, field: TextField, value: string | undefined): void {
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

/** The answer of this host or another; the first one counts. The CLI's echo of an answer is a repeat. */
export function applyDecision(draft: SessionDraft, requestId: string, answer: unknown, { at, by }: Answering): void {
  const fields = (answer ?? {}) as Record<string, unknown>
  const isAnswer = typeof fields.behavior === 'string' || typeof fields.action === 'string'
  const approval = draft.approvals.find((each) => each.requestId === requestId)
  if (approval !== undefined) settle(draft, approval, toDecision(fields, approval, { at, by }))
  // An answer may overtake its request, which must not open an approval any more.
  else if (isAnswer && !hasValue(draft.decisions, requestId))
    draft.decisions = setValue(draft.decisions, requestId, toDecision(fields, undefined, { at, by }))
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
  const decision: Writable<Decision> = { outcome: isRefusal ? 'denied' : isAnswered ? 'answered' : 'allowed' }
  if (at !== undefined) decision.at = at
  if (by !== undefined) decision.by = by
  if (typeof fields.message === 'string') decision.message = fields.message
  if (isEdited) decision.updatedInput = updated
  if (Array.isArray(fields.updatedPermissions)) decision.updatedPermissions = fields.updatedPermissions
  if (answers !== undefined) decision.answers = answers
  return decision
}

/** The CLI withdraws a request: the turn was stopped, or a hook has answered. */
export function withdrawApproval(draft: SessionDraft, requestId: string, at: string | undefined): void {
  const approval = draft.approvals.find((each) => each.requestId === requestId)
  if (approval !== undefined) settle(draft, approval, toOutcome('withdrawn', at))
}

/** A form of an MCP server was filled in on the server's own page. */
export function completeElicitation(draft: SessionDraft, elicitationId: string, at: string | undefined): void {
  const approval = draft.approvals.find(
    ({ kind, input }) =>
      kind === 'elicitation' && (input as Record<string, unknown> | null)?.elicitation_id === elicitationId,
  )
  if (approval !== undefined) settle(draft, approval, toOutcome('answered', at))
}

function toOutcome(outcome: Decision['outcome'], at: string | undefined): Decision {
  return at === undefined ? { outcome } : { outcome, at }
}

/** Closes the approvals of calls that have a result: somebody else allowed or denied them. */
export function closeDoneApprovals(draft: SessionDraft, at: string | undefined): void {
  if (draft.approvals.length === 0) return
  const isDone = ({ toolUseId }: Approval) => {
    const tool = toolUseId === undefined ? undefined : findTool(draft, toolUseId)
    return tool !== undefined && !isOpen(tool)
  }
  for (const approval of draft.approvals.filter(isDone)) settle(draft, approval, toOutcome('closed', at))
}

/** Closes all approvals: the process has ended, and no answer would reach it. */
export function closeApprovals(draft: SessionDraft, at: string | undefined): void {
  for (const approval of draft.approvals) settle(draft, approval, toOutcome('closed', at))
}

function settle(draft: SessionDraft, approval: Approval, decision: Decision): void {
  draft.approvals = draft.approvals.filter((each) => each !== approval)
  draft.decisions = setValue(draft.decisions, approval.requestId, decision)
  countWaiting(draft, decision.at)
  // No tool call shows the outcome of a form or a dialog.
  if (approval.kind === 'elicitation' || approval.kind === 'dialog')
    addNotice(draft, 'info', toSettledLine(approval, decision), { id: approval.requestId, at: decision.at })
  if (approval.toolUseId === undefined) releaseCall(draft, approval.heldCall)
  else
    changeTool(draft, approval.toolUseId, (tool) => ({
      ...toAllowed(tool, approval, decision),
      decision,
      ...(tool.status === 'waiting' ? { status: 'running' as const } : {}),
    }))
}

/** The call with the input that was allowed: the person may have edited it, and a hook may have changed it before the request. */
function toAllowed(tool: ToolCall, { kind, input }: Approval, { outcome, updatedInput }: Decision): ToolCall {
  if (outcome !== 'allowed') return tool
  if (updatedInput !== undefined) return { ...withInput(tool, updatedInput), userModified: true }
  return kind === 'approval' && input !== undefined ? withInput(tool, input) : tool
}

/** Adds the time that the turn waited for a person. Approvals that wait at the same time count once. */
function countWaiting(draft: SessionDraft, at: string | undefined): void {
  const { waitingSince } = draft
  if (draft.approvals.length > 0 || waitingSince === null) return
  draft.waitingSince = null
  const waitedMs = at === undefined ? 0 : Math.max(0, Date.parse(at) - Date.parse(waitingSince))
  const turn = currentTurn(draft)
  if (turn !== undefined && waitedMs > 0) changeTurn(draft, { waitedMs: turn.waitedMs + waitedMs })
}

/** The decision on a request, for a host whose answer came too late. */
export function findDecision(state: SessionState, requestId: string): Decision | undefined {
  return getValue(state.decisions, requestId)
}
