export type ArchiveErrorCode =
  | 'closed'
  | 'index_damaged'
  | 'worker_failed'
  /** What was given as a cursor is none: the first page in its place would be read twice, or for ever. */
  | 'bad_cursor'

/** A promise of this package that was broken. What is only missing or unreadable is a value. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly code: ArchiveErrorCode

  constructor(code: ArchiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
