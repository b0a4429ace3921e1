import type { RecordedMessage } from './recorded-message.ts'

/** Where a turn leaves its recording, the rest is made up from what the recording shows: these are the parts. */
export interface Asked {
  requestId: string
  toolName: string
  toolUseId: string
  input: Record<string, unknown>
}

const INTERRUPTED = '[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=tool_use'
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."

function toMessage(sessionId: string, fields: object): object {
  return { ...fields, parent_tool_use_id: null, session_id: sessionId, uuid: crypto.randomUUID() }
}

export function toToolResult(sessionId: string, asked: Asked, outcome: { content: string; isError: boolean }): object {
  const { content, isError } = outcome
  const block = { type: 'tool_result', content, is_error: isError, tool_use_id: asked.toolUseId }
  const result = isError ? `Error: ${content}` : content
  return toMessage(sessionId, { type: 'user', message: { role: 'user', content: [block] }, tool_use_result: result })
}

export function toRejectedTool(sessionId: string, asked: Asked): object {
  const block = { type: 'tool_result', content: REJECTED, is_error: true, tool_use_id: asked.toolUseId }
  const message = { role: 'user', content: [block] }
  return toMessage(sessionId, { type: 'user', message, tool_use_result: 'User rejected tool use' })
}

export function toInterruptedNote(sessionId: string, inTool: boolean): object {
  const text = `[Request interrupted by user${inTool ? ' for tool use' : ''}]`
  return toMessage(sessionId, { type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })
}

export function toAssistantText(sessionId: string, model: string, text: string): object {
  const content = [{ type: 'text', text }]
  const message = { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model, content }
  return toMessage(sessionId, { type: 'assistant', message: { ...message, stop_reason: null, stop_sequence: null } })
}

const BARE_RESULT = { type: 'result', duration_ms: 0, duration_api_ms: 0, num_turns: 1, total_cost_usd: 0, usage: {} }

/** The recorded result of the turn, with another end. */
export function toResult(
  sessionId: string,
  template: RecordedMessage | undefined,
  end: { text: string; denied?: Asked | undefined } | { interrupted: true; denied?: Asked | undefined },
): object {
  const { result: _, errors: __, ...rest } = { ...BARE_RESULT, ...template } as Record<string, unknown>
  const denials = end.denied === undefined ? [] : [toDenial(end.denied)]
  const common = { ...rest, session_id: sessionId, uuid: crypto.randomUUID(), permission_denials: denials }
  if ('text' in end) return { ...common, subtype: 'success', is_error: false, result: end.text }
  return { ...common, subtype: 'error_during_execution', is_error: true, errors: [INTERRUPTED] }
}

function toDenial({ toolName, toolUseId, input }: Asked): object {
  return { tool_name: toolName, tool_use_id: toolUseId, tool_input: input }
}
