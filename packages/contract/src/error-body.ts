/** Every error the server answers with, and its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  untrusted_folder: 403,
  not_found: 404,
  already_resolved: 409,
  held_elsewhere: 409,
  too_large: 413,
  unsupported_media_type: 415,
  not_running: 409,
  too_many_live: 429,
  cli_not_found: 503,
  cli_failed: 503,
  stopping: 503,
  storage: 507,
  internal: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export interface ErrorBody {
  error: { code: ErrorCode; message: string }
}
