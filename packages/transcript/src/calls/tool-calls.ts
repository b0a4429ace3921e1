import type { ContentBlock, MessageOf } from '@quarterdeck/protocol/pure'
import { getValue, setValue } from '../state/dictionary.ts'
import type { EarlyResult, ToolCall, ToolStatus } from '../state/entry.ts'
import { changeTool, findTool, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Writable } from '../state/writable.ts'
import { applyFileUse } from './file-touches.ts'
import { withResultInput } from './modified-input.ts'
import { applyPlanResult, applyPlanUse } from './plans.ts'
import { isOpen, queueCalls } from './queue-calls.ts'
import { attachAgent, linkAgent } from './subagents.ts'
import { linkTask } from './tasks.ts'
import { applyTodoResult, applyTodoUse } from './todos.ts'

/** Starts a call. Its approval, its agent's messages and its result may have come before it. */
export function startTool(draft: SessionDraft, tool: ToolCall): void {
  attachAgent(draft, tool)
  applyTodoUse(draft, tool)
  applyPlanUse(draft, tool)
  if (draft.approvals.some((approval) => approval.toolUseId === tool.id)) setStatus(draft, tool.id, 'waiting')
  queueCalls(draft, tool.id)
  const early = getValue(draft.earlyResults, tool.id)
  if (early !== undefined) finishTool(draft, tool.id, early)
}

export function setStatus(draft: SessionDraft, id: string, status: ToolStatus): void {
  changeTool(draft, id, (tool) => (tool.status === status ? tool : { ...tool, status }))
}

type ToolResult = Extract<ContentBlock, { type: 'tool_result' }>

/** Gives every result of a line to its call. `tool_use_result` does not say to which, so that it counts only where there is one. */
export function applyToolResults(draft: SessionDraft, message: MessageOf<'user'>, at: string | undefined): void {
  const { content } = message.message
  if (typeof content === 'string') return
  let count = 0
  for (const block of content) if (block.type === 'tool_result') count++
  const structured = count === 1 ? message.tool_use_result : undefined
  for (const block of content) {
    if (block.type !== 'tool_result') continue
    const kind = block.is_error ? toRefusal(message, block.tool_use_id) : undefined
    finishTool(draft, block.tool_use_id, toResult(draft, block, { structured, kind, at, uuid: message.uuid }))
  }
}

/** The CLI's mark for a call that it did not run: `tool_result_meta` on stdout, `toolDenialKind` on disk. */
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
  const finished: Writable<EarlyResult> = { status, result }
  if (uuid !== undefined) finished.resultUuid = uuid
  if (structured !== undefined) finished.structured = structured
  if ((structured as { userModified?: unknown } | undefined)?.userModified === true) finished.userModified = true
  if (status === 'denied') finished.reason = result
  if (at !== undefined) finished.endedAt = at
  return finished
}

const CANCELLED =
  /\[Request interrupted by user|^Tool permission request failed: AbortError|^The user doesn't want to (proceed|take this action)/

/** Tools that only ask a person: where one fails that was called correctly, the person said no. */
const ASKING = new Set(['AskUserQuestion', 'ExitPlanMode'])
const MISUSE = '<tool_use_error>'
/** The approval could not be delivered to any host. */
const UNASKED = /^Tool permission request failed: (?!AbortError)/

function toFailure(state: SessionState, id: string, text: string, kind: string | undefined): ToolStatus {
  const tool = findTool(state, id)
  if (tool?.decision?.outcome === 'denied') return 'denied'
  if (kind === 'user-rejected' || CANCELLED.test(text)) return 'cancelled'
  if (kind !== undefined || UNASKED.test(text)) return 'denied'
  // 2.1.38 marks nothing on disk: there a refusal of any other tool looks like a failure.
  return tool !== undefined && ASKING.has(tool.name) && !text.startsWith(MISUSE) ? 'denied' : 'failed'
}

export function toResultText(content: ToolResult['content']): string {
  if (typeof content === 'string') return content
  const [only] = content ?? []
  if (content?.length === 1 && only?.text !== undefined) return only.text
  return (content ?? []).map((part) => part.text ?? `(${part.type})`).join('\n')
}

function finishTool(draft: SessionDraft, id: string, result: EarlyResult): void {
  // `forgetEntries` drops calls and keeps them in `running`: this holds for a call that is not found too.
  stopRunning(draft, id)
  const tool = findTool(draft, id)
  if (tool === undefined) {
    draft.earlyResults = setValue(draft.earlyResults, id, result)
    return
  }
  const finished: ToolCall = withResultInput(Object.assign({ ...withoutProgress(tool) }, result))
  changeTool(draft, id, () => finished, result.resultUuid)
  queueCalls(draft, id)
  applyFileUse(draft, finished)
  applyPlanResult(draft, finished)
  applyTodoResult(draft, finished)
  linkAgent(draft, finished)
  linkTask(draft, finished)
}

function withoutProgress(tool: ToolCall): ToolCall {
  if (tool.progress === undefined) return tool
  const { progress: _, ...rest } = tool
  return rest
}

function stopRunning(draft: SessionDraft, id: string): void {
  if (draft.running.includes(id)) draft.running = draft.running.filter((each) => each !== id)
}

/** Tools that the API runs by itself have their results in the same message. */
export function applyServerResult(draft: SessionDraft, block: ContentBlock, at: string | undefined): void {
  if (block.type === 'tool_result' || !('tool_use_id' in block) || typeof block.tool_use_id !== 'string') return
  const content = block.content as { type?: string } | undefined
  const isError = typeof content?.type === 'string' && content.type.endsWith('_error')
  finishTool(draft, block.tool_use_id, {
    status: isError ? 'failed' : 'done',
    structured: block.content,
    ...(at === undefined ? {} : { endedAt: at }),
  })
}

/** Marks a call as denied. The result of a turn lists the denied calls, some of which had looked like failures until then. */
export function denyTool(draft: SessionDraft, id: string, reason?: string): void {
  changeTool(draft, id, (tool) => {
    if (tool.status !== 'failed' && tool.status !== 'aborted' && !isOpen(tool)) return tool
    const why = reason ?? tool.result
    return { ...tool, status: 'denied', ...(why === undefined ? {} : { reason: why }) }
  })
}

/** Aborts the calls that run when a turn ends. Calls of a background agent go on, unless the process has ended (`hasEnded`). */
export function closeTools(draft: SessionDraft, at: string | undefined, hasEnded = false): void {
  if (draft.running.length === 0) return
  const kept = hasEnded ? [] : draft.running.filter((id) => isInBackground(draft, id))
  const closed = draft.running.filter((id) => !kept.includes(id))
  for (const id of closed) changeTool(draft, id, (tool) => toAborted(tool, at, hasEnded))
  draft.running = kept
}

function toAborted(tool: ToolCall, at: string | undefined, hasEnded: boolean): ToolCall {
  const aborted: Writable<ToolCall> = { ...tool, status: 'aborted' }
  if (at !== undefined) aborted.endedAt = at
  const { subagent } = tool
  if (subagent?.agent?.status === 'running' && (hasEnded || !subagent.agent.isBackground))
    aborted.subagent = { ...subagent, agent: { ...subagent.agent, status: 'stopped' } }
  return aborted
}

function isInBackground(state: SessionState, id: string): boolean {
  for (let lane = getValue(state.positions, id)?.lane ?? MAIN; lane !== MAIN; ) {
    const { agent } = findTool(state, lane)?.subagent ?? {}
    if (agent?.isBackground && agent.status === 'running') return true
    const position = getValue(state.positions, lane)
    if (position === undefined) return false
    lane = position.lane
  }
  return false
}

/** Progress text and running time of a call. */
export function applyProgress(
  draft: SessionDraft,
  id: string | undefined,
  { text, elapsedMs }: { text?: string | undefined; elapsedMs?: number | undefined },
): void {
  if (id === undefined) return
  changeTool(draft, id, (tool) => {
    if (!isOpen(tool)) return tool
    return {
      ...tool,
      ...(text === undefined ? {} : { progress: text }),
      ...(elapsedMs === undefined ? {} : { elapsedMs }),
    }
  })
}
