import { DENIED } from './build.ts'
import type { ControlResponse } from './envelope.ts'

type Json = Record<string, unknown>

/**
 * Puts right what other clients get wrong in an answer, because the CLI ignores each of these mistakes: it would wait for
 * ever, run the tool with the input unedited, or forget the rule. Null for what is no answer at all. What is right already
 * comes back equal. An allow may still lack its input, which only the host knows.
 */
export function repairControlResponse(value: unknown): ControlResponse | null {
  if (!isObject(value) || value.type !== 'control_response' || !isObject(value.response)) return null
  const inside = value.response.request_id
  if (typeof inside === 'string')
    return { ...value, type: 'control_response', response: repairResponse(value.response, inside) }
  const { request_id: outside, ...rest } = value
  if (typeof outside !== 'string') return null
  return { ...rest, type: 'control_response', response: repairResponse(value.response, outside) }
}

function repairResponse(response: Json, requestId: string): ControlResponse['response'] {
  if (response.subtype === 'error') {
    const error = typeof response.error === 'string' ? response.error : 'The client reported an error.'
    return { ...response, subtype: 'error', request_id: requestId, error }
  }
  if (response.subtype === 'success') {
    const payload = response.response
    if (!isObject(payload)) return { ...response, subtype: 'success', request_id: requestId }
    return { ...response, subtype: 'success', request_id: requestId, response: repairPermissionResult(payload) }
  }
  // Without a subtype the object is the payload itself, or holds it.
  const { request_id: _, ...bare } = response
  const payload = isObject(bare.response) ? bare.response : bare
  return { subtype: 'success', request_id: requestId, response: repairPermissionResult(payload) }
}

function repairPermissionResult(result: Json): Json {
  if (result.behavior === 'allow') return repairAllow(result)
  if (result.behavior === 'deny') return repairDeny(result)
  return result
}

function repairAllow(result: Json): Json {
  const { updated_input, updated_permissions, applyPermissionSuggestion, ...allow } = repairToolUseId(result)
  const input = isObject(allow.updatedInput) ? allow.updatedInput : updated_input
  if (isObject(input)) allow.updatedInput = input
  else delete allow.updatedInput
  const permissions = [...toList(allow.updatedPermissions ?? updated_permissions), ...toList(applyPermissionSuggestion)]
  if (permissions.length > 0) allow.updatedPermissions = permissions
  else if (!Array.isArray(allow.updatedPermissions)) delete allow.updatedPermissions
  return allow
}

function repairDeny(result: Json): Json {
  const deny = repairToolUseId(result)
  return typeof deny.message === 'string' && deny.message.trim() !== '' ? deny : { ...deny, message: DENIED }
}

function repairToolUseId(result: Json): Json {
  const { tool_use_id, ...rest } = result
  return typeof tool_use_id === 'string' && rest.toolUseID === undefined ? { ...rest, toolUseID: tool_use_id } : rest
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? [value] : []
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
