import { fold } from './lines/fold.ts'
import { type SessionEvent, toMessage } from './lines/session-event.ts'
import { initialState, type SessionState } from './state/session-state.ts'

/** Lines of the CLI in short, for tests. */
export type Raw = Record<string, unknown>

export function message(raw: Raw, more: Partial<SessionEvent> = {}): SessionEvent {
  return { kind: 'message', message: toMessage(raw), ...more } as SessionEvent
}

export function play(raws: readonly Raw[], from: SessionState = initialState): SessionState {
  return raws.map((raw) => message(raw)).reduce(fold, from)
}

export function user(words: string, more: Raw = {}): Raw {
  return { type: 'user', uuid: `u-${words}`, message: { role: 'user', content: words }, ...more }
}

export function assistant(id: string, content: readonly Raw[], more: Raw = {}): Raw {
  const key = content.map((block) => block.id ?? block.text ?? block.type).join(' ')
  return {
    type: 'assistant',
    uuid: `${id} ${key}`,
    message: { id, role: 'assistant', model: 'opus', content },
    ...more,
  }
}

export function text(words: string): Raw {
  return { type: 'text', text: words }
}

export function tool(id: string, name = 'Bash', input: unknown = { command: 'ls' }): Raw {
  return { type: 'tool_use', id, name, input }
}

export function toolResult(id: string, content: unknown, { is_error = false, ...more }: Raw = {}): Raw {
  const block = { type: 'tool_result', tool_use_id: id, content, is_error }
  return { type: 'user', uuid: `r-${id}`, message: { role: 'user', content: [block] }, ...more }
}

export function result(more: Raw = {}): Raw {
  return {
    type: 'result',
    subtype: 'success',
    uuid: `result ${JSON.stringify(more)}`,
    is_error: false,
    total_cost_usd: 0.5,
    ...more,
  }
}

export function stream(event: Raw, more: Raw = {}): Raw {
  return { type: 'stream_event', event, ...more }
}

export function ask(id: string, more: Raw = {}): Raw {
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: id }, tool_use_id: 't', ...more }
  return { type: 'control_request', request_id: id, request }
}

export function answer(id: string, response: Raw = { behavior: 'allow' }): Raw {
  return { type: 'control_response', response: { subtype: 'success', request_id: id, response } }
}

export function system(subtype: string, more: Raw = {}): Raw {
  return { type: 'system', subtype, uuid: `${subtype} ${JSON.stringify(more)}`, ...more }
}
