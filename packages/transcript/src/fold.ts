import type { ContentBlock, Message, MessageOf } from '@quarterdeck/protocol/pure'
import { applyStreamEvent } from './apply-stream-event.ts'
import { addSeen, hasSeen } from './seen.ts'
import type { Exit, SessionEvent } from './session-event.ts'
import type { Approval, Entry, Part, SessionState, ToolCall } from './session-state.ts'

/** How many entries may stand between two frames of one message. */
const NEAR = 64

/** One event more. Pure: it runs in the server and in the page, over live lines and recorded ones alike. */
export function fold(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'message':
      return applyMessage(state, event.message)
    case 'unread':
      return withNotice(
        state,
        'info',
        `The CLI wrote a line that this version cannot read: ${event.text.slice(0, 200)}`,
      )
    case 'exit':
      return applyExit(state, event.exit)
  }
}

function applyMessage(state: SessionState, message: Message): SessionState {
  // The end of a background agent's work is shown with its tool call, not as words of the conversation.
  if ('parent_tool_use_id' in message && message.parent_tool_use_id) return state
  switch (message.type) {
    case 'stream_event':
      return applyStreamEvent(state, message)
    case 'assistant':
      return applyAssistant(state, message)
    case 'user':
      return applyUser(state, message)
    case 'result':
      return applyResult(state, message)
    case 'system':
      return applySystem(state, message)
    case 'control_request':
      return applyControlRequest(state, message)
    case 'control_response':
      return withoutApproval(toReady(state), message.response.request_id)
    case 'control_cancel_request':
      return withoutApproval(state, message.request_id)
    default:
      return state
  }
}

function applyAssistant(state: SessionState, message: MessageOf<'assistant'>): SessionState {
  if (isSeen(state, message.uuid)) return state
  const id = message.message.id ?? message.uuid ?? ''
  const parts = message.message.content.flatMap(toPart)
  const entries = withParts(state.entries, id, parts)
  // Frames come in the order of their blocks, so this one stands for the oldest draft of its message.
  const done = state.drafts.findIndex((draft) => draft.messageId === id)
  const drafts = done < 0 ? state.drafts : state.drafts.toSpliced(done, 1)
  return { ...withSeen(state, message.uuid), entries, drafts, status: toWorking(state) }
}

/** Frames of one message are one entry. Little comes between them: it stands near the end, or is new. */
function withParts(entries: readonly Entry[], id: string, parts: readonly Part[]): readonly Entry[] {
  const from = Math.max(0, entries.length - NEAR)
  const at = from + entries.slice(from).findLastIndex((entry) => entry.kind === 'assistant' && entry.id === id)
  const before = entries[at]
  if (before?.kind !== 'assistant' || before.id !== id) return entries.concat({ kind: 'assistant', id, parts })
  return entries.with(at, { ...before, parts: [...before.parts, ...parts] })
}

function toPart(block: ContentBlock): Part[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ kind: 'text', text: block.text }]
    case 'thinking':
      return [{ kind: 'thinking', text: block.thinking }]
    case 'tool_use':
      return [{ kind: 'tool', id: block.id, name: block.name, input: block.input, status: 'running' }]
    default:
      return [{ kind: 'text', text: `(${block.type})` }]
  }
}

function applyUser(state: SessionState, message: MessageOf<'user'>): SessionState {
  if (isSeen(state, message.uuid)) return state
  const { content } = message.message
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  let next = withSeen(state, message.uuid)
  for (const block of blocks) if (block.type === 'tool_result') next = withToolResult(next, block)
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const isInterruption = text.startsWith('[Request interrupted by user')
  const isHidden = text === '' || isInterruption || message.isMeta || message.isSynthetic || message.isCompactSummary
  if (isHidden) return next
  const id = message.uuid ?? `user-${state.entries.length}`
  return { ...next, entries: [...next.entries, { kind: 'user', id, text }], status: toWorking(next) }
}

type ToolResult = Extract<ContentBlock, { type: 'tool_result' }>

function withToolResult(state: SessionState, block: ToolResult): SessionState {
  const result =
    typeof block.content === 'string'
      ? block.content
      : (block.content ?? []).map((part) => part.text ?? `(${part.type})`).join('\n')
  const status = block.is_error ? 'failed' : 'done'
  return { ...state, entries: changeTool(state.entries, block.tool_use_id, { status, result }) }
}

/** The call stands near the end, so that is where the search begins. */
function changeTool(entries: readonly Entry[], id: string, change: Partial<ToolCall>): readonly Entry[] {
  const isIt = (part: Part) => part.kind === 'tool' && part.id === id
  const at = entries.findLastIndex((entry) => entry.kind === 'assistant' && entry.parts.some(isIt))
  const entry = entries[at]
  if (entry?.kind !== 'assistant') return entries
  const parts = entry.parts.map((part) => (isIt(part) ? { ...(part as ToolCall), ...change } : part))
  return entries.with(at, { ...entry, parts })
}

function applyResult(state: SessionState, message: Extract<Message, { type: 'result' }>): SessionState {
  // A background agent may still be asking: its approvals outlive the turn that started it.
  const status = state.approvals.length > 0 ? 'awaiting approval' : 'idle'
  const next: SessionState = { ...closeTurn(state), status, costUsd: message.total_cost_usd ?? state.costUsd }
  if (message.subtype === 'success')
    return message.is_error ? withNotice(next, 'error', message.result ?? 'The turn failed.') : next
  const [reason] = message.errors ?? []
  // 2.1.325 calls an interruption an error too, and gives a diagnosis for its makers as the reason.
  const isInterruption = message.terminal_reason?.startsWith('aborted') ?? !message.is_error
  return isInterruption || reason === undefined
    ? withNotice(next, 'info', toEnding(message.subtype))
    : withNotice(next, 'error', reason)
}

function toEnding(subtype: string): string {
  if (subtype === 'error_during_execution') return 'The turn was stopped.'
  if (subtype === 'error_max_turns') return 'The turn reached its limit of steps.'
  if (subtype === 'error_max_budget_usd') return 'The turn reached its budget.'
  return `The turn ended: ${subtype}.`
}

function applySystem(state: SessionState, message: Extract<Message, { type: 'system' }>): SessionState {
  switch (message.subtype) {
    case 'init':
      return {
        ...state,
        status: toWorking(state),
        model: message.model,
        ...(message.permissionMode === undefined ? {} : { permissionMode: message.permissionMode }),
      }
    case 'compact_boundary':
      return withNotice(state, 'info', 'The context was compacted here.')
    case 'api_retry':
      return withNotice(state, 'info', `The API did not answer (attempt ${message.attempt}); trying again.`)
    default:
      return state
  }
}

function applyControlRequest(state: SessionState, message: MessageOf<'control_request'>): SessionState {
  const { request, request_id: requestId } = message
  if (request.subtype !== 'can_use_tool' || !('tool_name' in request)) return state
  if (state.approvals.some((approval) => approval.requestId === requestId)) return state
  const approval: Approval = {
    requestId,
    toolName: String(request.tool_name),
    input: request.input,
    ...(request.tool_use_id === undefined ? {} : { toolUseId: request.tool_use_id }),
    ...(typeof request.decision_reason === 'string' ? { reason: request.decision_reason } : {}),
  }
  const entries = changeTool(state.entries, approval.toolUseId ?? '', { status: 'waiting' })
  return { ...state, entries, approvals: [...state.approvals, approval], status: 'awaiting approval' }
}

function withoutApproval(state: SessionState, requestId: string): SessionState {
  const closed = state.approvals.find((approval) => approval.requestId === requestId)
  if (closed === undefined) return state
  const approvals = state.approvals.filter((approval) => approval !== closed)
  const entries = changeTool(state.entries, closed.toolUseId ?? '', { status: 'running' })
  return { ...state, entries, approvals, status: approvals.length > 0 ? 'awaiting approval' : 'working' }
}

function applyExit(state: SessionState, exit: Exit): SessionState {
  const closed = { ...closeTurn(state), approvals: [] }
  if (exit.stopped || (exit.code === 0 && state.status === 'idle')) return { ...closed, status: 'disconnected' }
  return withNotice({ ...closed, status: 'error' }, 'error', toExitText(exit))
}

function toExitText(exit: Exit): string {
  const tail = exit.stderr.trim().split('\n').at(-1) ?? ''
  const how =
    exit.failedToStart !== undefined
      ? `The CLI could not be started: ${exit.failedToStart}.`
      : `The CLI ended unexpectedly (${exit.signal ?? `exit code ${exit.code}`}).`
  return `${how}${tail === '' ? '' : ` It said: ${tail}`} Send a message to go on.`
}

/** Nothing is open any more. What was half written stays: an interrupted CLI does not always repeat it. */
function closeTurn(state: SessionState): SessionState {
  const parts: Part[] = state.drafts.flatMap(({ kind, text }) =>
    kind === 'tool' || text === '' ? [] : [{ kind, text }],
  )
  const id = state.drafts[0]?.messageId ?? ''
  const entries = parts.length === 0 ? state.entries : withParts(state.entries, id, parts)
  return { ...state, entries: closeTools(entries), drafts: [], streaming: null }
}

/** Tools that still run belong to the turn that ends: none is older than its prompt. */
function closeTools(entries: readonly Entry[]): readonly Entry[] {
  const first = entries.findLastIndex((entry) => entry.kind === 'user') + 1
  return [...entries.slice(0, first), ...entries.slice(first).map(closeEntry)]
}

function closeEntry(entry: Entry): Entry {
  if (entry.kind !== 'assistant' || !entry.parts.some(isRunning)) return entry
  return { ...entry, parts: entry.parts.map((part) => (isRunning(part) ? { ...part, status: 'aborted' } : part)) }
}

function isRunning(part: Part): part is ToolCall {
  return part.kind === 'tool' && (part.status === 'running' || part.status === 'waiting')
}

/** The CLI has answered our first request: it is there, and waits for a prompt. */
function toReady(state: SessionState): SessionState {
  return state.status === 'starting' ? { ...state, status: 'ready' } : state
}

/** The CLI gives an API error as words of Claude and as the result: once is enough. */
function withNotice(state: SessionState, tone: 'info' | 'error', text: string): SessionState {
  const last = state.entries.at(-1)
  const part = last?.kind === 'assistant' ? last.parts.at(-1) : undefined
  if (part?.kind === 'text' && part.text === text) return state
  const id = `notice-${state.entries.length}`
  return { ...state, entries: [...state.entries, { kind: 'notice', id, tone, text }] }
}

function toWorking(state: SessionState): SessionState['status'] {
  return state.approvals.length > 0 ? 'awaiting approval' : 'working'
}

function isSeen(state: SessionState, uuid: string | undefined): boolean {
  return uuid !== undefined && hasSeen(state.seen, uuid)
}

function withSeen(state: SessionState, uuid: string | undefined): SessionState {
  return uuid === undefined ? state : { ...state, seen: addSeen(state.seen, uuid) }
}
