import type { ControlRequestBody, LogRecord } from '@quarterdeck/protocol/pure'
import { isObject, type Json } from '../is-object.ts'

/** Something the CLI asked of its host. It waits without a limit until it is answered, or withdrawn. */
export interface OpenRequest {
  requestId: string
  /** The record in which it was asked, and when that was. */
  seq: number
  since: string
  /** As the CLI wrote it: every `switch` on its subtype needs a default. */
  body: ControlRequestBody
}

type Open = ReadonlyMap<string, OpenRequest>

/** Where an answer to `initialize` repeats what is still open. */
const PENDING = ['pending_permission_requests', 'pending_user_dialog_requests', 'pending_elicitation_requests']

/** What is open after a line of the CLI, or of a host. The same map comes back where nothing has changed. */
export function applyToOpenRequests(open: Open, record: LogRecord, message: Json): Open {
  if (record.from === 'cli') {
    if (message.type === 'control_request') return withRequest(open, record, message)
    if (message.type === 'control_cancel_request') return without(open, message.request_id)
  }
  if (message.type !== 'control_response' || !isObject(message.response)) return open
  // On stdout it may be a host's own answer, echoed; ids of the CLI and ours never meet, so it need not be told apart.
  const answered = without(open, message.response.request_id)
  return record.from === 'cli' ? withPending(answered, record, message.response) : answered
}

function withRequest(open: Open, record: LogRecord, message: Json): Open {
  const { request_id: requestId, request } = message
  if (typeof requestId !== 'string' || !isObject(request) || typeof request.subtype !== 'string') return open
  if (open.has(requestId)) return open
  const body = request as ControlRequestBody
  return new Map(open).set(requestId, { requestId, seq: record.seq, since: record.at, body })
}

/** Told again by the CLI, where the log no longer tells of it. */
function withPending(open: Open, record: LogRecord, response: Json): Open {
  const pending = PENDING.flatMap((name) => (Array.isArray(response[name]) ? response[name] : []))
  return pending.filter(isObject).reduce((all, request) => withRequest(all, record, request), open)
}

function without(open: Open, requestId: unknown): Open {
  if (typeof requestId !== 'string' || !open.has(requestId)) return open
  const rest = new Map(open)
  rest.delete(requestId)
  return rest
}
