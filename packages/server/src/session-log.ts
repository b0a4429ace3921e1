import { closeSync, existsSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Exit } from '@quarterdeck/transcript'
import { openPrivateAppend } from './private-file.ts'

/** One record of a session: a line of the CLI or to it, or the end of its process. */
export type LogEntry = { line: string } | { exit: Exit }
export type LogRecord = LogEntry & { seq: number; at: string }

/**
 * What happened in a session, in order. `seq` is stamped here and nowhere else, and a record is on disk before anyone sees it.
 */
export class SessionLog {
  readonly #records: LogRecord[]
  readonly #descriptor: number
  readonly #listeners = new Set<(record: LogRecord) => void>()

  constructor(path: string) {
    this.#records = readRecords(path)
    this.#descriptor = openPrivateAppend(path)
  }

  get lastSeq(): number {
    return this.#records.length
  }

  append(entry: LogEntry): LogRecord {
    const record = { seq: this.#records.length + 1, at: new Date().toISOString(), ...entry }
    writeSync(this.#descriptor, `${JSON.stringify(record)}\n`)
    this.#records.push(record)
    for (const listener of this.#listeners) listener(record)
    return record
  }

  readAfter(seq: number): readonly LogRecord[] {
    return this.#records.slice(seq)
  }

  /** Calls for every later record, until the returned function is called. */
  subscribe(listener: (record: LogRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    closeSync(this.#descriptor)
  }
}

/** A crash may have torn the last record: it is cut off, so that the next one begins on a line of its own. */
function readRecords(path: string): LogRecord[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf(0x0a) + 1
  if (whole < bytes.length) truncateSync(path, whole)
  const lines = bytes.toString('utf8', 0, whole).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as LogRecord)
}
