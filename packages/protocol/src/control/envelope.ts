import { z } from 'zod'
import { byWord } from '../lines/by-word.ts'
import { loose, open } from '../lines/define.ts'
import { controlRequests, type KnownControlRequest } from './table.ts'

/** The body by the schema of its subtype; a subtype we do not know passes, so every `switch` on it needs a default. */
const Body = byWord<KnownControlRequest>(
  'subtype',
  Object.fromEntries(Object.entries(controlRequests).map(([subtype, { request }]) => [subtype, request])),
)

export const ControlRequest = loose({ type: z.literal('control_request'), request_id: z.string(), request: Body })
export type ControlRequest = z.infer<typeof ControlRequest>

/** Prompts that wait for an answer: told to a host that says `initialize` once more, even when that fails. */
const pending = {
  pending_permission_requests: z.array(ControlRequest).optional(),
  pending_user_dialog_requests: z.array(ControlRequest).optional(),
  pending_elicitation_requests: z.array(ControlRequest).optional(),
}

export const ControlSuccess = loose({
  subtype: z.literal('success'),
  request_id: z.string(),
  /** Only the request tells what it is: `parseControlResult` checks it. */
  response: z.unknown().optional(),
  ...pending,
})
export type ControlSuccess = z.infer<typeof ControlSuccess>

export const ControlError = loose({
  subtype: z.literal('error'),
  request_id: z.string(),
  error: z.string(),
  error_code: open('unsupported_request', 'invalid_request', 'invalid_mode', 'bypass_not_launched').nullish(),
  ...pending,
})
export type ControlError = z.infer<typeof ControlError>

/** `request_id` stands inside `response`: one beside it is not read, and the request would wait for ever. */
export const ControlResponse = loose({
  type: z.literal('control_response'),
  response: z.discriminatedUnion('subtype', [ControlSuccess, ControlError]),
})
export type ControlResponse = z.infer<typeof ControlResponse>

/** Withdraws a request of the sender's own; nobody answers it. */
export const ControlCancelRequest = loose({ type: z.literal('control_cancel_request'), request_id: z.string() })
export type ControlCancelRequest = z.infer<typeof ControlCancelRequest>
