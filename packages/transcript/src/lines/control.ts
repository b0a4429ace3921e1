import type { MessageOf } from '@quarterdeck/protocol/pure'
import type { SessionDraft } from '../state/session-draft.ts'
import type { HostRequest } from '../state/session-state.ts'
import { applyDecision, needsPerson, openApproval } from '../turns/approvals.ts'
import { changeHook, startHook } from '../turns/hooks.ts'
import { applyAnswer } from './about.ts'
import type { MessageContext } from './message-context.ts'
import { rejectPrompt } from './prompts.ts'

/** A control request: of the CLI for a person or for a hook of the host, or of the host, which is kept until the CLI answers it. */
export function applyControlRequest(
  draft: SessionDraft,
  message: MessageOf<'control_request'>,
  context: MessageContext,
): void {
  const { request_id: id } = message
  const body = message.request as Readonly<Record<string, unknown>> & { subtype: string }
  if (body.subtype === 'hook_callback') {
    const input = (body.input ?? {}) as Record<string, unknown>
    const name = [input.hook_event_name, input.tool_name].filter((word) => typeof word === 'string').join(':')
    addHostRequest(draft, id, { subtype: body.subtype, body: { event: input.hook_event_name } })
    startHook(draft, { id, name: name || 'hook', at: context.at })
    return
  }
  if (body.subtype === 'mcp_message' || draft.hostRequests[id] !== undefined) return
  if (needsPerson(body.subtype)) {
    openApproval(draft, message, context)
    return
  }
  if (context.from === 'cli') return
  const { model, mode, settings, max_thinking_tokens: maxThinkingTokens } = body
  addHostRequest(draft, id, { subtype: body.subtype, body: { model, mode, settings, maxThinkingTokens } })
}

function addHostRequest(draft: SessionDraft, id: string, request: HostRequest): void {
  draft.hostRequests = { ...draft.hostRequests, [id]: request }
}

export function applyControlResponse(
  draft: SessionDraft,
  message: MessageOf<'control_response'>,
  { at, by }: MessageContext,
): void {
  const { response } = message
  const id = response.request_id
  const { [id]: request, ...others } = draft.hostRequests
  if (request !== undefined) draft.hostRequests = others
  const answer = response.subtype === 'success' ? response.response : undefined
  applyDecision(draft, id, answer, { at, by })
  if (request?.subtype === 'hook_callback') endHook(draft, id, answer, { event: request.body.event, at })
  if (response.subtype === 'success') applyAnswer(draft, request, answer)
  // To a host that comes back, the CLI repeats the requests that nobody has answered.
  for (const open of response.pending_permission_requests ?? []) openApproval(draft, open, { at })
  for (const open of response.pending_elicitation_requests ?? []) openApproval(draft, open, { at })
  for (const open of response.pending_user_dialog_requests ?? []) openApproval(draft, open, { at })
}

/** Ends a hook of the host. If it blocked a prompt, its answer is the only sign of that which 2.1.38 gives. */
function endHook(
  draft: SessionDraft,
  id: string,
  answer: unknown,
  { event, at }: { event: unknown; at: string | undefined },
): void {
  const { decision, reason } = (answer ?? {}) as Record<string, unknown>
  const output = typeof reason === 'string' ? reason : undefined
  changeHook(draft, { id, name: 'hook', at }, { status: 'done', output })
  if (event !== 'UserPromptSubmit' || decision !== 'block') return
  rejectPrompt(draft, output ?? 'A hook refused it.', undefined, { id, ...(at && { at }) })
}
