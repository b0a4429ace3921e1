import { closeSync, existsSync, fstatSync, ftruncateSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { ExitFrame as Exit } from '@quarterdeck/contract'
import { openPrivateAppend } from './private-file.ts'
import { ServerError } from './server-error.ts'

/** One record of a session: a line of the CLI or to it, a line too long to keep, or the end of its process. */
export type LogEntry = { line: string } | { oversizeBytes: number } | { exit: Exit }
export type LogRecord = LogEntry & { seq: number; at: string }

/**
 * What happened in a session, in order. `seq` is stamped here and nowhere else, and a record is on disk before anyone sees it.
 */
export class SessionLog {
  readonly #records: LogRecord[]
  readonly #descriptor: number
  readonly #listeners = new Set<() => void>()

  constructor(path: string) {
    this.#records = readRecords(path)
    this.#descriptor = openPrivateAppend(path)
  }

  get lastSeq(): number {
    return this.#records.at(-1)?.seq ?? 0
  }

  /** When the newest record was written. */
  get lastAt(): string | undefined {
    return this.#records.at(-1)?.at
  }

  append(entry: LogEntry): LogRecord {
    const record = { seq: this.lastSeq + 1, at: new Date().toISOString(), ...entry }
    this.#write(Buffer.from(`${JSON.stringify(record)}\n`))
    this.#records.push(record)
    for (const listener of this.#listeners) listener()
    return record
  }

  /** Records behind `seq`, at most `limit` of them. */
  readAfter(seq: number, limit = Number.POSITIVE_INFINITY): readonly LogRecord[] {
    // Numbers rise by one but for damaged records, so the place is at most that many to the left of where it should be.
    let first = Math.min(seq, this.#records.length)
    while (first > 0 && (this.#records[first - 1] as LogRecord).seq > seq) first -= 1
    return this.#records.slice(first, first + limit)
  }

  /** Calls whenever there is more to read, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    closeSync(this.#descriptor)
  }

  /** All of it or nothing: half a record would spoil the next one too. */
  #write(bytes: Buffer): void {
    const { size } = fstatSync(this.#descriptor)
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written)
    } catch (error) {
      ftruncateSync(this.#descriptor, size)
      const reason = (error as Error).message
      throw new ServerError('storage', `The session cannot be kept: ${reason}. Free some space, then try again.`, {
        cause: error,
      })
    }
  }
}

/** A crash may have torn the last record: it is cut off, so that the next one begins on a line of its own. */
function readRecords(path: string): LogRecord[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) truncateSync(path, whole)
  const lines = bytes.toString('utf8', 0, whole).split('\n').filter(Boolean)
  return lines.flatMap(toRecord)
}

/** A disk may damage a record in the middle too; the others are still good. */
function toRecord(line: string): LogRecord[] {
  try {
    const record = JSON.parse(line) as LogRecord | null
    const isRecord =
      Number.isInteger(record?.seq) && ['line', 'oversizeBytes', 'exit'].some((key) => Object.hasOwn(record ?? {}, key))
    return isRecord ? [record as LogRecord] : []
  } catch {
    return []
  }
}
