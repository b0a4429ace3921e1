export type ArchiveErrorCode =
  /** The archive was closed while something was asked of it. */
  | 'closed'
  /** The index is damaged, and could not be made anew. */
  | 'index_damaged'
  /** The index cannot be used: no room, no right, locked by another program. */
  | 'index_failed'
  /** A worker process ended, or could not do its work. */
  | 'worker_failed'
  /** What was asked for, an archive of this mode, or without `upkeep`, does not do. */
  | 'wrong_mode'
  /** A limit that is none, or a query that is too long. */
  | 'bad_request'
  /** There is no such time zone. */
  | 'bad_time_zone'
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
