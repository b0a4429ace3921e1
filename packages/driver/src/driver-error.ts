export type DriverErrorCode = 'cli_not_found' | 'not_running' | 'storage' | 'keeper_failed' | 'keeper_lost'

/** A promise of this package that could not be kept. The message says what happened and what to do. */
export class DriverError extends Error {
  readonly code: DriverErrorCode

  constructor(code: DriverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
    this.code = code
  }
}
