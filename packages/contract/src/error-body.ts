/** Every error the server answers with, and its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  /** The cookie is right, and the page has to sign a nonce: it does so by itself and asks again. */
  proof_needed: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  untrusted_folder: 403,
  /** The policy does not let this caller do it. */
  not_allowed: 403,
  not_found: 404,
  /** The route is there, and takes other methods. */
  method_not_allowed: 405,
  already_resolved: 409,
  /** The answer is to another input than the one that is asked about. */
  input_changed: 409,
  held_elsewhere: 409,
  /** A file holds something else than the caller has seen. */
  changed_meanwhile: 409,
  /** It would lose something for good: to be sent again by somebody who says so. */
  needs_confirmation: 409,
  /** Of a pairing link. */
  link_expired: 410,
  link_used: 410,
  too_large: 413,
  unsupported_media_type: 415,
  /** The CLI does not know what was asked of it, or said no. */
  unsupported_by_cli: 422,
  /** What is there is a socket. */
  upgrade_required: 426,
  /** The page is of another version than the server. */
  reload_needed: 426,
  too_many_requests: 429,
  not_running: 409,
  too_many_live: 429,
  cli_not_found: 503,
  cli_failed: 503,
  stopping: 503,
  storage: 507,
  internal: 500,
  timed_out: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export interface ErrorBody {
  /** The message says what happened and what to do; some errors carry facts beside it. */
  error: { code: ErrorCode; message: string; [fact: string]: unknown }
}
