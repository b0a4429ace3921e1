import { DriverError } from '../../driver-error.ts'
import { type LogEntry, toRecord } from '../../log/record-line.ts'
import type { AppendedRecord, SessionLog } from '../../log/session-log.ts'
import type { LinkEvent } from '../../session-link.ts'
import { applyRecord } from '../facts/apply-record.ts'
import { followLog } from '../facts/follow-log.ts'
import { type KeeperWord, toKeeperEntry } from '../facts/log-entries.ts'
import { readFacts } from '../facts/read-facts.ts'
import type { SessionFacts } from '../facts/session-facts.ts'

const SNAPSHOT_EVERY = 1000

/** What is said in a session goes through here: into the log, into what is known of the session, and to everyone who follows it. */
export class Ledger {
  readonly log: SessionLog
  readonly #onEntry: (entry: LogEntry) => void
  readonly #listeners = new Set<(event: LinkEvent) => void>()
  #facts: SessionFacts
  #sinceSnapshot = 0

  /** `onEntry` hears of each but the pieces of a text, once it is down and its facts are known. */
  constructor(log: SessionLog, onEntry: (entry: LogEntry) => void) {
    this.log = log
    this.#onEntry = onEntry
    this.#facts = readFacts(log)
  }

  get facts(): SessionFacts {
    return this.#facts
  }

  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    followLog(this.log, after, listener)
    return this.subscribe(listener)
  }

  /** Tells of what is new from here on. */
  subscribe(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives the number of the last one. */
  append(entries: readonly LogEntry[], options?: { sync: boolean }): number {
    const records = this.log.append(entries, options)
    // As plain as can be: a keeper wakes up for every piece of a text, and this is most of what it does then.
    for (let index = 0; index < records.length; index += 1) {
      const entry = entries[index] as LogEntry
      const { seq, at, line, bytes } = records[index] as AppendedRecord
      const record = toRecord(entry, seq, at)
      // A piece of a text changes nothing that is known.
      const isPiece = entry.from === 'cli' && entry.message.type === 'stream_event'
      if (!isPiece) {
        this.#facts = applyRecord(this.#facts, record)
        this.#onEntry(entry)
      }
      this.tell({ kind: 'record', record, line, bytes })
    }
    this.#sinceSnapshot += records.length
    return records.at(-1)?.seq ?? this.log.lastSeq
  }

  say(message: KeeperWord): void {
    this.append([toKeeperEntry(message)], { sync: message.subtype !== 'snapshot' })
  }

  /** Where it is no loss when it cannot be said. */
  trySay(message: KeeperWord): void {
    try {
      this.say(message)
    } catch (error) {
      this.tellProblem(error)
    }
  }

  tell(event: LinkEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** A bug is no problem of the log's. */
  tellProblem(error: unknown): void {
    if (!(error instanceof DriverError)) throw error
    this.tell({ kind: 'problem', message: error.message })
  }

  /** Now and then all that is known is to be said at once, so that whoever opens the log need not read it from the beginning. */
  get isSnapshotDue(): boolean {
    return this.#sinceSnapshot >= SNAPSHOT_EVERY
  }

  snapshot(): void {
    this.#sinceSnapshot = 0
    this.say({ subtype: 'snapshot', facts: this.#facts })
  }

  /** Removes what is of no more use. What of it counts is first said once more: a queue, a receipt, a rule. */
  tidyIfNeeded(): void {
    if (!this.log.isUntidy) return
    this.snapshot()
    this.log.tidy()
  }
}
