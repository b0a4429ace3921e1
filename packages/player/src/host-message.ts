import type { ControlResponse, PermissionResult, UserInput } from '@quarterdeck/protocol'

export interface HostRequest {
  type: 'control_request'
  request_id: string
  request: { subtype: string } & Record<string, unknown>
}

/** What a host writes, as far as a player does something with it. */
export type HostMessage =
  | UserInput
  | HostRequest
  | ControlResponse
  | { type: 'control_cancel_request'; request_id: string }
  | { type: 'keep_alive' }

export type HostLine = { kind: 'message'; message: HostMessage } | { kind: 'broken'; problem: string }

/** Broken is what the real CLI ends for; the problem is what it says then. */
export function parseHostLine(line: string): HostLine {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { kind: 'broken', problem: `Error parsing streaming input line: ${line}: ${error}` }
  }
  if (value === null || typeof value !== 'object')
    return { kind: 'broken', problem: `Error parsing streaming input line: ${line}: it is no object` }
  const message = value as { type?: unknown; request?: unknown; message?: { role?: unknown } }
  if (message.type === 'control_request' && (message.request === null || typeof message.request !== 'object'))
    return { kind: 'broken', problem: 'Error: Missing request on control_request' }
  if (message.type === 'user' && message.message?.role !== 'user')
    return { kind: 'broken', problem: `Error: Expected message role 'user', got '${message.message?.role}'` }
  return { kind: 'message', message: message as HostMessage }
}

/** The words of a prompt, without its images. */
export function toPromptText({ message }: UserInput): string {
  if (typeof message.content === 'string') return message.content
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

/** What the host decided on a tool: an error, or an answer that is no decision, counts as a refusal. */
export function toPermissionResult({ response }: ControlResponse): PermissionResult {
  if (response.subtype === 'error') return { behavior: 'deny', message: response.error }
  const result = response.response as Partial<PermissionResult> | undefined
  if (result?.behavior === 'allow') return result as PermissionResult
  const message = result?.behavior === 'deny' ? result.message : undefined
  return { ...(result as object), behavior: 'deny', message: message ?? 'The answer is neither allow nor deny.' }
}
