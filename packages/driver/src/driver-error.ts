export type DriverErrorCode =
  | 'cli_not_found'
  /** Older than anything we know the words of. */
  | 'cli_too_old'
  /** It is there, and does not say its version. */
  | 'cli_unusable'
  /** Options that contradict each other, or a value that cannot be handed over. */
  | 'bad_option'
  | 'not_running'
  /** Another process writes the session. */
  | 'held_elsewhere'
  /** The CLI did not start. */
  | 'cli_failed'
  /** The log cannot be written. */
  | 'storage'
  | 'keeper_failed'
  /** The keeper is there and does not answer. */
  | 'keeper_lost'
  /** The keeper is there and speaks no version that we do: its session can be ended, and then goes on. */
  | 'keeper_version'

/** A promise of this package that could not be kept. The message says what happened and what to do. */
export class DriverError extends Error {
  readonly code: DriverErrorCode

  constructor(code: DriverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DriverError'
    this.code = code
  }
}
