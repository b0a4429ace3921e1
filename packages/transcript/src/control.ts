import type { MessageOf } from '@quarterdeck/protocol/pure'
import { applyAnswer } from './about.ts'
import { applyDecision, applyPrompt } from './approvals.ts'
import type { Context } from './folds.ts'
import { changeHook, startHook } from './hooks.ts'
import { rejectPrompt } from './prompts.ts'
import type { SessionState } from './session-state.ts'

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
    const asked = {
      ...state,
      asked: { ...state.asked, [id]: { subtype: body.subtype, body: { event: input.hook_event_name } } },
    }
    return startHook(asked, { id, name: name || 'hook', at: event.at })
  }
  if (body.subtype === 'mcp_message' || state.asked[id] !== undefined) return state
  const prompted = applyPrompt(state, message, event)
  if (prompted !== state || body.subtype === 'can_use_tool' || body.subtype === 'elicitation') return prompted
  if (event.from === 'cli') return state
  const kept = { model: body.model, mode: body.mode }
  return { ...state, asked: { ...state.asked, [id]: { subtype: body.subtype, body: kept } } }
}

export function applyControlResponse(
  state: SessionState,
  message: MessageOf<'control_response'>,
  { at, by }: Context,
): SessionState {
  const { response } = message
  const id = response.request_id
  const { [id]: asked, ...others } = state.asked
  const answer = response.subtype === 'success' ? response.response : undefined
  const settled = applyDecision(asked === undefined ? state : { ...state, asked: others }, id, answer, { at, by })
  const next =
    asked?.subtype === 'hook_callback' ? endHook(settled, id, answer, { event: asked.body.event, at }) : settled
  const known = response.subtype === 'success' ? applyAnswer(next, asked, answer) : next
  // A host that comes back is told what still waits for an answer.
  const pending = [
    ...(response.pending_permission_requests ?? []),
    ...(response.pending_elicitation_requests ?? []),
    ...(response.pending_user_dialog_requests ?? []),
  ]
  return pending.reduce((now, request) => applyPrompt(now, request, { at }), known)
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
