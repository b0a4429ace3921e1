import type { PermissionResult, PermissionUpdate } from '../permissions/permission.ts'
import type { ControlCancelRequest, ControlResponse } from './envelope.ts'
import type { ControlRequestBody } from './table.ts'

/** The CLI takes a deny without a message for a broken answer. */
export const DENIED = 'The user denied this request.'

export function toControlRequest<B extends ControlRequestBody>(requestId: string, body: B) {
  return { type: 'control_request' as const, request_id: requestId, request: body }
}

export function toControlSuccess(requestId: string, response?: object): ControlResponse {
  return {
    type: 'control_response',
    response: { subtype: 'success', request_id: requestId, ...(response === undefined ? {} : { response }) },
  }
}

export function toControlError(requestId: string, message: string): ControlResponse {
  return { type: 'control_response', response: { subtype: 'error', request_id: requestId, error: message } }
}

/** Lets a tool run. The input is always sent, edited or not, because CLI 2.1.38 refuses an allow without one. */
export function toAllow(answer: {
  requestId: string
  input: Record<string, unknown>
  updatedInput?: Record<string, unknown> | undefined
  updatedPermissions?: readonly PermissionUpdate[] | undefined
  toolUseId?: string | undefined
}): ControlResponse {
  const { requestId, input, updatedInput, updatedPermissions, toolUseId } = answer
  const result: PermissionResult = {
    behavior: 'allow',
    updatedInput: updatedInput ?? input,
    ...(updatedPermissions === undefined ? {} : { updatedPermissions: [...updatedPermissions] }),
    ...(toolUseId === undefined ? {} : { toolUseID: toolUseId }),
  }
  return toControlSuccess(requestId, result)
}

/** Refuses a tool; Claude reads the message and goes on, unless `interrupt` ends the turn. */
export function toDeny(answer: {
  requestId: string
  message?: string | undefined
  interrupt?: boolean | undefined
  toolUseId?: string | undefined
}): ControlResponse {
  const { requestId, message, interrupt, toolUseId } = answer
  const result: PermissionResult = {
    behavior: 'deny',
    message: message?.trim() ? message : DENIED,
    ...(interrupt === undefined ? {} : { interrupt }),
    ...(toolUseId === undefined ? {} : { toolUseID: toolUseId }),
  }
  return toControlSuccess(requestId, result)
}

/** Gives up a request of the host's own. It does nothing to a prompt of the CLI: that wants an answer. */
export function toControlCancel(requestId: string): ControlCancelRequest {
  return { type: 'control_cancel_request', request_id: requestId }
}

/** Answers an `mcp_message` with what the server inside the host said; a notification wants an empty reply. */
export function toMcpResponse(requestId: string, jsonRpcReply: unknown): ControlResponse {
  return toControlSuccess(requestId, { mcp_response: jsonRpcReply })
}
