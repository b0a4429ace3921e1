import type { HostMessage } from '../host-message.ts'

/** A line of a recording, as far as the player looks into it. */
export interface RecordedMessage {
  type?: string
  subtype?: string
  uuid?: string
  session_id?: string
  cwd?: string
  isReplay?: boolean
  request_id?: string
  request?: { subtype?: string; tool_name?: string; tool_use_id?: string; input?: Record<string, unknown> }
  response?: { subtype?: string; request_id?: string; response?: { behavior?: string } }
  message?: { role?: string; content?: unknown; model?: string }
  is_error?: boolean
}

/** Null for a line that is no JSON object. */
export function parseRecorded(line: string): RecordedMessage | null {
  try {
    const value: unknown = JSON.parse(line)
    return value !== null && typeof value === 'object' ? value : null
  } catch {
    // The recording of a malformed line, in either direction.
    return null
  }
}

/**
 * What a line of the host is for, so that another host's line can take its place: a prompt, a request of a subtype, the answer
 * to a prompt of the CLI.
 */
export function toPurpose(message: RecordedMessage | HostMessage): string {
  const { type, request, response } = message as RecordedMessage
  if (type === 'control_request') return `request ${request?.subtype}`
  if (type === 'control_response') return `answer ${response?.request_id}`
  return String(type)
}
