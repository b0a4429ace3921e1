import type { ErrorCode } from '@quarterdeck/contract'

/** An answer to a request that could not be fulfilled. The message says what happened and what to do. */
export class ServerError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServerError'
    this.code = code
  }
}
