import { ArchiveError, type ArchiveErrorCode } from '@quarterdeck/archive'
import type { ErrorCode } from '@quarterdeck/contract'
import { DriverError, type DriverErrorCode } from '@quarterdeck/driver'

/** An answer to a request that could not be fulfilled. The message says what happened and what to do. */
export class ServerError extends Error {
  readonly code: ErrorCode
  /** Facts that go with it: who was quicker, which folder. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: ErrorCode,
    message: string,
    { details = {}, ...options }: ErrorOptions & { details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options)
    this.name = 'ServerError'
    this.code = code
    this.details = details
  }
}

const WIRE_CODES: Readonly<Record<DriverErrorCode, ErrorCode>> = {
  cli_not_found: 'cli_not_found',
  cli_too_old: 'cli_failed',
  cli_unusable: 'cli_failed',
  bad_option: 'bad_request',
  not_running: 'not_running',
  held_elsewhere: 'held_elsewhere',
  cli_failed: 'cli_failed',
  storage: 'storage',
  keeper_failed: 'cli_failed',
  keeper_lost: 'not_running',
  keeper_version: 'not_running',
}

const ARCHIVE_CODES: Readonly<Record<ArchiveErrorCode, ErrorCode>> = {
  bad_request: 'bad_request',
  bad_cursor: 'bad_request',
  bad_time_zone: 'bad_request',
  closed: 'stopping',
  index_failed: 'storage',
  index_damaged: 'storage',
  worker_failed: 'internal',
  wrong_mode: 'internal',
}

let tellFault = (error: Error): void => {
  process.stderr.write(`${error.stack ?? error.message}\n`)
}

/** Where a fault of ours is told: on the terminal, until there is a log. */
export function setFaultListener(listener: (error: Error) => void): void {
  tellFault = listener
}

/** Codes of other packages and codes of the wire are two lists; this is where they meet. What a fault of ours is, only the log says. */
export function toServerError(error: Error): ServerError {
  if (error instanceof ServerError) return error
  if (error instanceof DriverError) return new ServerError(WIRE_CODES[error.code], error.message, { cause: error })
  if (error instanceof ArchiveError && ARCHIVE_CODES[error.code] !== 'internal')
    return new ServerError(ARCHIVE_CODES[error.code], error.message, { cause: error })
  tellFault(error)
  return new ServerError('internal', 'Something went wrong in the server; its log says what.', { cause: error })
}
