import type { ScriptedTool } from '../script/script.ts'
import { Interrupted } from './interrupted.ts'
import type { Decision, PromptRequest } from './open-prompts.ts'
import { applyUpdates, decide, isQuestion, toSuggestions } from './permissions.ts'
import type { Play } from './session.ts'
import type { ToolUse } from './stream-reply.ts'
import { type Outcome, toFailure, toOutcome } from './tool-outcome.ts'

const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."
const CLOSED = 'Tool permission request failed: Error: Tool permission stream closed before response received'
const DEFAULT_DURATION_MS = 150
const CHANGES_FILE = new Set(['Edit', 'Write', 'NotebookEdit'])

/** Asks for leave where that is due, runs the tool, and says its result. False when it was not allowed. */
export async function runTool(play: Play, tool: ScriptedTool, use: ToolUse): Promise<boolean> {
  try {
    const decision = await decideTool(play, tool, use)
    if (decision.behavior !== 'allow') return refuse(play, tool, use, decision)
    await play.session.clock.wait(tool.durationMs ?? DEFAULT_DURATION_MS, play.signal)
    const input = (decision.updatedInput ?? tool.input) as Record<string, unknown>
    sayOutcome(play, use, toOutcome(tool, input, play.session.memory), 'accept')
    remember(play, tool, input)
    return true
  } catch (error) {
    if (error instanceof Interrupted) sayRejected(play, use)
    throw error
  }
}

async function decideTool(play: Play, tool: ScriptedTool, use: ToolUse): Promise<Decision> {
  const { session, lane } = play
  const decision = decide(tool.name, tool.input, session.permissions)
  const asks = tool.ask === undefined ? decision === 'ask' : tool.ask && decision !== 'deny'
  if (decision === 'deny') {
    const message = `Permission to use ${tool.name} has been denied.`
    const denied = { tool_name: tool.name, tool_use_id: use.id, decision_reason_type: 'mode', message }
    session.wire.sendSystem('permission_denied', denied)
    return { behavior: 'deny', message }
  }
  if (!asks) return { behavior: 'allow' }
  const suggestions = toSuggestions(tool.name, tool.input, session.permissions.mode)
  const answer = await askPerson(play, tool, use, {
    tool_name: tool.name,
    display_name: tool.name,
    input: tool.input,
    ...(typeof tool.input.description === 'string' ? { description: tool.input.description } : {}),
    ...(suggestions.length === 0 ? {} : { permission_suggestions: suggestions }),
    tool_use_id: use.id,
    ...(isQuestion(tool.name) ? { requires_user_interaction: true } : {}),
    ...(lane.agentId === undefined ? {} : { agent_id: lane.agentId }),
  })
  if (answer.behavior === 'allow') applyAnswer(play, tool, answer)
  return answer
}

/** A prompt that was withdrawn counts as denied. */
async function askPerson(play: Play, tool: ScriptedTool, use: ToolUse, request: PromptRequest): Promise<Decision> {
  try {
    return await play.session.prompts.ask(request, play.signal)
  } catch (error) {
    if (error instanceof Interrupted) keepDenial(play, tool, use)
    throw error
  }
}

function keepDenial({ denials }: Play, tool: ScriptedTool, use: ToolUse): void {
  denials.push({ tool_name: tool.name, tool_use_id: use.id, tool_input: tool.input })
}

/** What an allow changes besides: rules, and the mode, which a plan that was approved leaves for the default one. */
function applyAnswer({ session }: Play, tool: ScriptedTool, answer: Decision & { behavior: 'allow' }): void {
  const before = session.permissions.mode
  const left =
    tool.name === 'ExitPlanMode' && before === 'plan'
      ? { ...session.permissions, mode: 'default' }
      : session.permissions
  session.permissions = applyUpdates(left, answer.updatedPermissions ?? [])
  const { mode } = session.permissions
  if (mode !== before) session.wire.sendSystem('status', { status: null, permissionMode: mode })
}

function refuse(
  play: Play,
  tool: ScriptedTool,
  use: ToolUse,
  decision: Exclude<Decision, { behavior: 'allow' }>,
): false {
  keepDenial(play, tool, use)
  if (decision.behavior === 'closed') sayOutcome(play, use, toFailure(CLOSED), 'reject')
  else if (decision.interrupt) throw new Interrupted('tool')
  else sayOutcome(play, use, toFailure(decision.message), 'reject')
  return false
}

export function sayOutcome(play: Play, use: ToolUse, outcome: Outcome, decision: 'accept' | 'reject'): void {
  const { content, result, isError } = outcome
  play.session.meter.read(content)
  const block = { type: 'tool_result', content, is_error: isError, tool_use_id: use.id }
  const source = decision === 'accept' ? 'user_temporary' : 'user_reject'
  play.lane.sendUser([block], {
    result,
    meta: [{ id: use.id, permission_decision: { decision, source } }],
    disk: { sourceToolAssistantUUID: use.assistantUuid },
  })
}

function sayRejected(play: Play, use: ToolUse): void {
  const block = { type: 'tool_result', content: REJECTED, is_error: true, tool_use_id: use.id }
  const disk = { sourceToolAssistantUUID: use.assistantUuid }
  play.lane.sendUser([block], { result: 'User rejected tool use', disk })
  play.lane.sendUser([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
}

function remember({ session, promptUuid }: Play, tool: ScriptedTool, input: Record<string, unknown>): void {
  if (tool.name === 'EnterPlanMode') {
    session.permissions = { ...session.permissions, mode: 'plan' }
    session.wire.sendSystem('status', { status: null, permissionMode: 'plan' })
  }
  if (!CHANGES_FILE.has(tool.name) || promptUuid === undefined) return
  const files = session.changedFiles.get(promptUuid) ?? new Set()
  session.changedFiles.set(promptUuid, files.add(String(input.file_path ?? input.notebook_path)))
}
