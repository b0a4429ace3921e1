import type { LogEntry } from './record-line.ts'

export interface AppendedRecord {
  seq: number
  at: string
  /** Without its newline. */
  line: string
  /** The same with it, where the log has them. */
  bytes?: Buffer | undefined
}

/**
 * What happened in a session, in order. `seq` is stamped here and nowhere else, and a record is kept before anyone sees it.
 * This is all that a session needs of its log, so that something other than a file can stand behind it.
 */
export interface SessionLog {
  readonly epoch: string
  readonly lastSeq: number
  /** Records up to this number are gone. */
  readonly droppedThrough: number
  /** All of them or none; `sync` returns only when they would survive the machine. Throws `storage`. */
  append(entries: readonly LogEntry[], options?: { sync?: boolean }): AppendedRecord[]
  /** Lines behind `seq`, at least one if there is one, and not many more bytes than asked for. */
  readAfter(seq: number, maxBytes: number): string[]
  /** What these numbers say is never dropped for size, until it is said otherwise: a prompt that waits for its answer. */
  hold(seqs: ReadonlySet<number>): void
  /** There is something to remove: what counts of it is to be said once more first, in a snapshot. */
  readonly isUntidy: boolean
  /** Removes what is of no more use, if it is worth it. It takes a moment: for when the session rests. Throws `storage`. */
  tidy(): void
  close(): void
}
