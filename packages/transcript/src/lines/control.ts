import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { SessionState } from '../state/session-state.ts'
import { applyDecision, applyPrompt, isPrompt } from '../turns/approvals.ts'
import { changeHook, startHook } from '../turns/hooks.ts'
import { applyAnswer } from './about.ts'
import type { Context } from './message-folds.ts'
import { rejectPrompt } from './prompts.ts'

/** Questions of the CLI: prompts for a person, and hooks that run in the host. What the host asks is remembered until it is answered. */
export function applyControlRequest(
  state: SessionState,
  message: MessageOf<'control_request'>,
  event: Context,
): SessionState {
  const { request_id: id } = message
  const body = message.request as Readonly<Record<string, unknown>> & { subtype: string }
  if (body.subtype === 'hook_callback') {
    const input = (body.input ?? {}) as Record<string, unknown>
    const name = [input.hook_event_name, input.tool_name].filter((word) => typeof word === 'string').join(':')
    state.asked = { ...state.asked, [id]: { subtype: body.subtype, body: { event: input.hook_event_name } } }
    return startHook(state, { id, name: name || 'hook', at: event.at })
  }
  if (body.subtype === 'mcp_message' || state.asked[id] !== undefined) return state
  if (isPrompt(body.subtype)) return applyPrompt(state, message, event)
  if (event.from === 'cli') return state
  const { model, mode, settings, max_thinking_tokens: maxThinkingTokens } = body
  const kept = { model, mode, settings, maxThinkingTokens }
  state.asked = { ...state.asked, [id]: { subtype: body.subtype, body: kept } }
  return state
}

export function applyControlResponse(
  state: SessionState,
  message: MessageOf<'control_response'>,
  { at, by }: Context,
): SessionState {
  const { response } = message
  const id = response.request_id
  const asked = takeAsked(state, id)
  const answer = response.subtype === 'success' ? response.response : undefined
  applyDecision(state, id, answer, { at, by })
  if (asked?.subtype === 'hook_callback') endHook(state, id, answer, { event: asked.body.event, at })
  if (response.subtype === 'success') applyAnswer(state, asked, answer)
  // A host that comes back is told what still waits for an answer.
  for (const request of response.pending_permission_requests ?? []) applyPrompt(state, request, { at })
  for (const request of response.pending_elicitation_requests ?? []) applyPrompt(state, request, { at })
  for (const request of response.pending_user_dialog_requests ?? []) applyPrompt(state, request, { at })
  return state
}

/** What the host asked under this id; it is answered now. */
function takeAsked(state: SessionState, id: string): SessionState['asked'][string] | undefined {
  if (state.asked[id] === undefined) return undefined
  const { [id]: asked, ...others } = state.asked
  state.asked = others
  return asked
}

/** The verdict of a hook of the host. One that blocks a prompt is all that the older CLI lets us see of it. */
function endHook(
  state: SessionState,
  id: string,
  answer: unknown,
  { event, at }: { event: unknown; at: string | undefined },
): SessionState {
  const { decision, reason } = (answer ?? {}) as Record<string, unknown>
  const output = typeof reason === 'string' ? reason : undefined
  const ended = changeHook(state, { id, name: 'hook', at }, { status: 'done', output })
  if (event !== 'UserPromptSubmit' || decision !== 'block') return ended
  return rejectPrompt(ended, output ?? 'A hook refused it.', undefined, { id, ...(at && { at }) })
}
