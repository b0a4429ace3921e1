import { randomUUID } from 'node:crypto'
import { toTime } from './clock.ts'
import { LogMirror } from './log-mirror.ts'
import { type LogEntry, toRecordLine } from './record-line.ts'
import type { AppendedRecord, SessionLog } from './session-log.ts'

/** The log of a session that lives no longer than its host. */
export class MemoryLog implements SessionLog {
  readonly epoch = randomUUID()
  readonly droppedThrough = 0
  readonly isUntidy = false
  readonly #mirror = new LogMirror()

  get lastSeq(): number {
    return this.#mirror.lastSeq
  }

  append(entries: readonly LogEntry[]): AppendedRecord[] {
    const at = toTime(Date.now())
    return entries.map((entry) => {
      const seq = this.#mirror.lastSeq + 1
      const line = toRecordLine(entry, seq, at)
      this.#mirror.add(seq, line, entry.message)
      return { seq, at, line }
    })
  }

  readAfter(seq: number, maxBytes: number): string[] {
    return this.#mirror.readAfter(seq, maxBytes)
  }

  hold(): void {
    // Nothing is dropped for size.
  }

  tidy(): void {
    // Done at every record.
  }

  close(): void {
    this.#mirror.clear()
  }
}
