import type { ErrorCode } from '@quarterdeck/contract'
import { DriverError } from '@quarterdeck/driver'

/** An answer to a request that could not be fulfilled. The message says what happened and what to do. */
export class ServerError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServerError'
    this.code = code
  }
}

/** Codes of other packages and codes of the wire are two lists; this is where they meet. A fault of ours is told on the terminal only. */
export function toServerError(error: Error): ServerError {
  if (error instanceof ServerError) return error
  if (error instanceof DriverError) return new ServerError(error.code, error.message, { cause: error })
  process.stderr.write(`${error.stack ?? error.message}\n`)
  return new ServerError('internal', 'Something went wrong in the server; its terminal says what.', { cause: error })
}
