import type { ContentBlock, MessageOf } from '@quarterdeck/protocol/pure'
import { getValue, setValue } from '../state/dictionary.ts'
import type { ToolCall, ToolStatus } from '../state/entry.ts'
import { changeTool, findTool, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { applyFileUse } from './file-touches.ts'
import { withToldInput } from './modified-input.ts'
import { applyPlanResult, applyPlanUse } from './plans.ts'
import { isOpen, queueCalls } from './queue-calls.ts'
import { attachAgent, linkAgent } from './subagents.ts'
import { linkTask } from './tasks.ts'
import { applyTodoResult, applyTodoUse } from './todos.ts'

/** A result that came before its call. */
export type EarlyResult = Pick<
  ToolCall,
  'status' | 'result' | 'resultUuid' | 'structured' | 'userModified' | 'endedAt' | 'reason'
>

/** A call begins; whatever was known of it before joins it. */
export function startTool(state: SessionState, tool: ToolCall): SessionState {
  attachAgent(state, tool)
  applyTodoUse(state, tool)
  applyPlanUse(state, tool)
  if (state.approvals.some((approval) => approval.toolUseId === tool.id)) setStatus(state, tool.id, 'waiting')
  queueCalls(state, tool.id)
  const early = getValue(state.early, tool.id)
  return early === undefined ? state : finishTool(state, tool.id, early)
}

export function setStatus(state: SessionState, id: string, status: ToolStatus): SessionState {
  return changeTool(state, id, (tool) => (tool.status === status ? tool : { ...tool, status }))
}

type ToolResult = Extract<ContentBlock, { type: 'tool_result' }>

/** Every result of a line, each to its call. What the CLI gives as data belongs to the only result of a line. */
export function applyToolResults(
  state: SessionState,
  message: MessageOf<'user'>,
  at: string | undefined,
): SessionState {
  const { content } = message.message
  if (typeof content === 'string') return state
  let count = 0
  for (const block of content) if (block.type === 'tool_result') count++
  const structured = count === 1 ? message.tool_use_result : undefined
  for (const block of content) {
    if (block.type !== 'tool_result') continue
    const kind = block.is_error ? toRefusal(message, block.tool_use_id) : undefined
    finishTool(state, block.tool_use_id, toResult(state, block, { structured, kind, at, uuid: message.uuid }))
  }
  return state
}

/** How the CLI marks a call that it did not carry out: on stdout beside the result, on disk at the line. */
function toRefusal(message: MessageOf<'user'>, id: string): string | undefined {
  const meta = message.tool_result_meta?.find((each) => each.id === id)
  const kind = meta?.non_execution_kind ?? (message as { toolDenialKind?: unknown }).toolDenialKind
  return typeof kind === 'string' ? kind : undefined
}

interface Circumstances {
  structured: unknown
  kind: string | undefined
  at: string | undefined
  uuid: string | undefined
}

function toResult(state: SessionState, block: ToolResult, { structured, kind, at, uuid }: Circumstances): EarlyResult {
  const result = toResultText(block.content)
  const status = block.is_error ? toFailure(state, block.tool_use_id, result, kind) : 'done'
  const finished: EarlyResult = { status, result }
  if (uuid !== undefined) finished.resultUuid = uuid
  if (structured !== undefined) finished.structured = structured
  if ((structured as { userModified?: unknown } | undefined)?.userModified === true) finished.userModified = true
  if (status === 'denied') finished.reason = result
  if (at !== undefined) finished.endedAt = at
  return finished
}

const CANCELLED =
  /\[Request interrupted by user|^Tool permission request failed: AbortError|^The user doesn't want to (proceed|take this action)/

/** Tools that do nothing but ask: where they fail although they were called rightly, somebody has said no. */
const ASKING = new Set(['AskUserQuestion', 'ExitPlanMode'])
const MISUSE = '<tool_use_error>'
/** The prompt never reached anybody. */
const UNASKED = /^Tool permission request failed: (?!AbortError)/

function toFailure(state: SessionState, id: string, text: string, kind: string | undefined): ToolStatus {
  const tool = findTool(state, id)
  if (tool?.decision?.outcome === 'denied') return 'denied'
  if (kind === 'user-rejected' || CANCELLED.test(text)) return 'cancelled'
  if (kind !== undefined || UNASKED.test(text)) return 'denied'
  // 2.1.38 marks nothing on disk: what was said with the refusal of any other tool cannot be told from a failure.
  return tool !== undefined && ASKING.has(tool.name) && !text.startsWith(MISUSE) ? 'denied' : 'failed'
}

export function toResultText(content: ToolResult['content']): string {
  if (typeof content === 'string') return content
  const [only] = content ?? []
  if (content?.length === 1 && only?.text !== undefined) return only.text
  return (content ?? []).map((part) => part.text ?? `(${part.type})`).join('\n')
}

function finishTool(state: SessionState, id: string, result: EarlyResult): SessionState {
  const tool = findTool(state, id)
  if (tool === undefined) {
    state.early = setValue(state.early, id, result)
    // Its call may have been forgotten.
    return stopRunning(state, id)
  }
  const finished: ToolCall = withToldInput(Object.assign({ ...withoutProgress(tool) }, result))
  changeTool(stopRunning(state, id), id, () => finished, result.resultUuid)
  queueCalls(state, id)
  applyFileUse(state, finished)
  applyPlanResult(state, finished)
  applyTodoResult(state, finished)
  return linkTask(linkAgent(state, finished), finished)
}

function withoutProgress(tool: ToolCall): ToolCall {
  if (tool.progress === undefined) return tool
  const { progress: _, ...rest } = tool
  return rest
}

function stopRunning(state: SessionState, id: string): SessionState {
  if (state.running.includes(id)) state.running = state.running.filter((each) => each !== id)
  return state
}

/** Tools that the API runs by itself have their results in the same message. */
export function applyServerResult(state: SessionState, block: ContentBlock, at: string | undefined): SessionState {
  if (block.type === 'tool_result' || !('tool_use_id' in block) || typeof block.tool_use_id !== 'string') return state
  const content = block.content as { type?: string } | undefined
  const isError = typeof content?.type === 'string' && content.type.endsWith('_error')
  return finishTool(state, block.tool_use_id, {
    status: isError ? 'failed' : 'done',
    structured: block.content,
    ...(at === undefined ? {} : { endedAt: at }),
  })
}

/** The turn's result names what was refused; a call that merely seemed to fail was denied. */
export function denyTool(state: SessionState, id: string, reason?: string): SessionState {
  return changeTool(state, id, (tool) => {
    if (tool.status !== 'failed' && tool.status !== 'aborted' && !isOpen(tool)) return tool
    const why = reason ?? tool.result
    return { ...tool, status: 'denied', ...(why === undefined ? {} : { reason: why }) }
  })
}

/** A turn that ends aborts what still runs in it; what runs in a background agent goes on. */
export function closeTools(state: SessionState, at: string | undefined, hasEnded = false): SessionState {
  if (state.running.length === 0) return state
  const kept = hasEnded ? [] : state.running.filter((id) => isInBackground(state, id))
  const closed = state.running.filter((id) => !kept.includes(id))
  for (const id of closed) changeTool(state, id, (tool) => toAborted(tool, at, hasEnded))
  state.running = kept
  return state
}

function toAborted(tool: ToolCall, at: string | undefined, hasEnded: boolean): ToolCall {
  const aborted: ToolCall = { ...tool, status: 'aborted' }
  if (at !== undefined) aborted.endedAt = at
  const { subagent } = tool
  if (subagent?.agent?.status === 'running' && (hasEnded || !subagent.agent.isBackground))
    aborted.subagent = { ...subagent, agent: { ...subagent.agent, status: 'stopped' } }
  return aborted
}

function isInBackground(state: SessionState, id: string): boolean {
  for (let lane = getValue(state.places, id)?.lane ?? MAIN; lane !== MAIN; ) {
    const { agent } = findTool(state, lane)?.subagent ?? {}
    if (agent?.isBackground && agent.status === 'running') return true
    const place = getValue(state.places, lane)
    if (place === undefined) return false
    lane = place.lane
  }
  return false
}

/** What a running call says of itself. */
export function applyProgress(
  state: SessionState,
  id: string | undefined,
  { text, elapsedMs }: { text?: string | undefined; elapsedMs?: number | undefined },
): SessionState {
  if (id === undefined) return state
  return changeTool(state, id, (tool) => {
    if (!isOpen(tool)) return tool
    return {
      ...tool,
      ...(text === undefined ? {} : { progress: text }),
      ...(elapsedMs === undefined ? {} : { elapsedMs }),
    }
  })
}
