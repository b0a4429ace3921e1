import { randomUUID } from 'node:crypto'
import { DeltaTracker } from './delta-tracker.ts'
import { type LogEntry, toRecordLine } from './record-line.ts'
import type { AppendedRecord, SessionLog } from './session-log.ts'

/** The log of a session that lives no longer than its host. */
export class MemoryLog implements SessionLog {
  readonly epoch = randomUUID()
  readonly droppedThrough = 0
  readonly #lines = new Map<number, string>()
  readonly #tracker = new DeltaTracker()
  #lastSeq = 0

  get lastSeq(): number {
    return this.#lastSeq
  }

  append(entries: readonly LogEntry[]): AppendedRecord[] {
    return entries.map((entry) => {
      const at = new Date().toISOString()
      this.#lastSeq += 1
      const line = toRecordLine(entry, this.#lastSeq, at).slice(0, -1)
      this.#lines.set(this.#lastSeq, line)
      for (const seq of this.#tracker.take(this.#lastSeq, entry.message)) this.#lines.delete(seq)
      return { seq: this.#lastSeq, at, line }
    })
  }

  readAfter(seq: number, maxBytes: number): string[] {
    const lines: string[] = []
    let bytes = 0
    for (const [number, line] of this.#lines) {
      if (number <= seq) continue
      lines.push(line)
      bytes += line.length
      if (bytes >= maxBytes) break
    }
    return lines
  }

  hold(): void {
    // Nothing is dropped for size.
  }

  tidy(): void {
    // Done at every record.
  }

  close(): void {
    this.#lines.clear()
  }
}
