import {
  type ControlRequestBody,
  type ControlRequests,
  type ControlResponse,
  type HookInput,
  type PermissionUpdate,
  toControlError,
  toControlSuccess,
  toDeny,
  toMcpResponse,
  toQuestionAnswers,
} from '@quarterdeck/protocol'
import type { Dialog, Elicitation, Handlers, HookCallback, PermissionRequest, RequestContext } from './handlers.ts'
import type { OpenRequest } from './open-requests.ts'
import { toRequestKind } from './request-kind.ts'
import { type DecidedRequest, toDecision } from './to-decision.ts'

export interface Answerers {
  handlers: Handlers
  hooks: ReadonlyMap<string, HookCallback>
  /** Hands an MCP server inside the host a message, and gives its reply. */
  mcp(serverName: string, message: unknown, signal: AbortSignal): Promise<unknown>
}

/** The line that answers a request, or undefined where nobody here answers it. Fails when a handler does. */
export async function answerRequest(
  { requestId, since, body }: OpenRequest,
  { handlers, hooks, mcp }: Answerers,
  signal: AbortSignal,
): Promise<ControlResponse | undefined> {
  const context: RequestContext = { requestId, since, signal }
  switch (toRequestKind(body)) {
    case 'permission':
      return answerPermission(body as PermissionRequest, handlers, context)
    case 'question':
      return answerQuestion(body as PermissionRequest, handlers, context)
    case 'plan':
      return answerPlan(body as PermissionRequest, handlers, context)
    case 'elicitation':
      return toSuccess(requestId, await handlers.onElicitation?.(body as Elicitation, context))
    case 'dialog':
      return toSuccess(requestId, await handlers.onDialog?.(body as Dialog, context))
    case 'hook':
      return answerHook(body as ControlRequests['hook_callback']['request'], hooks, context)
    case 'mcp': {
      const { server_name, message } = body as ControlRequests['mcp_message']['request']
      return toMcpResponse(requestId, await mcp(server_name, message, signal))
    }
    case 'other':
      return answerOther(body, handlers, context)
  }
}

/** How a request is answered whose handler failed: a tool that nobody can judge does not run. */
export function toFailure({ requestId, body }: OpenRequest, reason: string): ControlResponse {
  if (body.subtype !== 'can_use_tool') return toControlError(requestId, reason)
  return toDeny({ requestId, message: `The host could not decide: ${reason}` })
}

async function answerPermission(request: PermissionRequest, handlers: Handlers, context: RequestContext) {
  const decision = await handlers.onPermission?.(request, context)
  return decision === undefined ? undefined : toDecision(toDecided(request, context.requestId), decision)
}

function toDecided(request: PermissionRequest, requestId: string): DecidedRequest {
  return { requestId, kind: 'permission', input: request.input, toolUseId: request.tool_use_id }
}

async function answerQuestion(request: PermissionRequest, handlers: Handlers, context: RequestContext) {
  const { requestId } = context
  if (handlers.onQuestion === undefined) return answerPermission(request, handlers, context)
  const decision = await handlers.onQuestion(request, context)
  if (decision === undefined) return undefined
  if ('skip' in decision) return toDeny({ requestId, message: decision.message ?? 'The user skipped the question.' })
  const updatedInput = toQuestionAnswers(request.input, Object.entries(decision.answers))
  return toDecision(toDecided(request, requestId), { behavior: 'allow', updatedInput })
}

async function answerPlan(request: PermissionRequest, handlers: Handlers, context: RequestContext) {
  const { requestId } = context
  if (handlers.onPlan === undefined) return answerPermission(request, handlers, context)
  const decision = await handlers.onPlan(request, context)
  if (decision === undefined) return undefined
  if (decision.approve !== true) return toDeny({ requestId, message: decision.message })
  const { mode } = decision
  const updatedPermissions: PermissionUpdate[] =
    mode === undefined ? [] : [{ type: 'setMode', mode, destination: 'session' }]
  return toDecision(toDecided(request, requestId), { behavior: 'allow', updatedPermissions })
}

async function answerHook(
  { callback_id, input, tool_use_id }: ControlRequests['hook_callback']['request'],
  hooks: ReadonlyMap<string, HookCallback>,
  context: RequestContext,
) {
  const run = hooks.get(callback_id)
  if (run === undefined) return toControlError(context.requestId, `There is no hook '${callback_id}' in this host.`)
  const more = tool_use_id === undefined ? {} : { toolUseId: tool_use_id }
  return toControlSuccess(context.requestId, await run(input as HookInput, { ...context, ...more }))
}

async function answerOther(body: ControlRequestBody, handlers: Handlers, context: RequestContext) {
  if (handlers.onOther !== undefined) return toSuccess(context.requestId, await handlers.onOther(body, context))
  return toControlError(context.requestId, `Unsupported control request subtype: ${body.subtype}`)
}

function toSuccess(requestId: string, response: object | undefined): ControlResponse | undefined {
  return response === undefined ? undefined : toControlSuccess(requestId, response)
}
