import { basename, dirname, join } from 'node:path'
import { AutomaticCopies, type CopiesState } from './automatic-copies.ts'
import { putBack } from './put-back.ts'
import type { NotOpened } from './safe-open.ts'
import type { SessionSummary } from './sessions/session-summary.ts'
import { dropSafeCopy, type KeepOutcome, keepSafe } from './side/safe-copies/keep-safe.ts'
import { listSafeCopies, readSafeCopy, type SafeCopy } from './side/safe-copies/list-safe-copies.ts'
import {
  type PendingWrite,
  PendingWrites,
  type PendingWritesOptions,
  type WriteOutcome,
} from './side/writes/pending-writes.ts'
import type { SessionFact } from './side/writes/session-facts.ts'
import type { SessionPlace } from './side/writes/session-place.ts'

export interface UpkeepOptions {
  /** A folder of ours, and no cache: what waits to be written, and the safe copies. */
  folder: string
  /** Whether another process holds a session, which is then not written. */
  isHeld: PendingWritesOptions['isHeld']
  /** How often is looked whether a session is free of which something waits. */
  retryMs?: number
  /** How often safe copies are brought up to date. */
  copyMs?: number
  /** The most that copies of what the CLI will delete soon may need; null, or left out, and none are made by themselves. */
  maxCopyBytes?: () => number | null
  now?: () => number
}

/** What may be changed of a session; what is left out stays. An empty title or tag takes it away. */
export interface SessionChange {
  title?: string | undefined
  tag?: string | undefined
  isArchived?: boolean | undefined
}

/** A session as it lies on the disk. */
export interface PlacedSession extends SessionPlace {
  root: string
  mtimeMs: number
  size: number
  /** The CLI has deleted it, and this is our copy. */
  isUnpacked: boolean
}

export interface UpkeepReport {
  /** What waited and was written now. */
  written: PendingWrite[]
  /** Sessions whose safe copies were made anew. */
  copied: string[]
  /** Null where it concerns all of them. */
  problems: { sessionId: string | null; reason: string }[]
}

const RETRY_MS = 5000
const COPY_MS = 5 * 60_000
/** A session at work is copied when it rests: its transcript is copied whole each time. */
const REST_MS = 60_000

/**
 * Everything that is written for a session, and that it is written in the end: titles, tags and archive marks when nobody else has the
 * session, and safe copies of what is to be kept.
 */
export class Upkeep {
  readonly safeFolder: string
  readonly #options: UpkeepOptions
  readonly #find: (sessionId: string) => PlacedSession | null
  readonly #onWritten: (session: PlacedSession) => void
  readonly #onKept: () => Promise<void>
  readonly #pending: PendingWrites
  #waiting: ReadonlyMap<string, PendingWrite[]>
  #kept: ReadonlyMap<string, SafeCopy>
  readonly #directories: readonly string[]
  readonly #automatic: AutomaticCopies
  #timers: NodeJS.Timeout[] = []
  #round: Promise<unknown> = Promise.resolve()
  #copying: Promise<void> = Promise.resolve()

  constructor(
    options: UpkeepOptions,
    archive: {
      find: (sessionId: string) => PlacedSession | null
      /** Something stands in or beside the transcript that was not there, or waits to be. */
      onWritten: (session: PlacedSession) => void
      /** Other sessions are kept than before, or the CLI may have deleted one. */
      onKept: () => Promise<void>
      /** The CLI's data directories, and all sessions, our unpacked copies too. */
      directories: readonly string[]
      list: () => Promise<readonly SessionSummary[]>
      /** For how long the CLI keeps what lies in a directory. */
      daysOf: (directory: string) => number
    },
  ) {
    this.#options = options
    this.#find = archive.find
    this.#onWritten = archive.onWritten
    this.#onKept = archive.onKept
    this.safeFolder = join(options.folder, 'safe')
    const { isHeld, now } = options
    this.#pending = new PendingWrites({ folder: join(options.folder, 'pending'), isHeld, ...(now && { now }) })
    this.#waiting = this.#readWaiting()
    this.#kept = this.#readKept()
    this.#directories = archive.directories
    this.#automatic = new AutomaticCopies({
      ...{ folder: options.folder, safeFolder: this.safeFolder, directories: archive.directories },
      ...{ list: archive.list, daysOf: archive.daysOf, isKept: (sessionId) => this.isKept(sessionId) },
      maxBytes: options.maxCopyBytes ?? (() => null),
      copy: (session, roomBytes) => this.#inTurn(() => this.#copyWhole(session, roomBytes)),
      now: now ?? Date.now,
    })
  }

  /** What is copied by itself, and what the CLI has deleted. */
  get copies(): CopiesState {
    return this.#automatic.state
  }

  /** How many sessions there are copies of. */
  get keptCount(): number {
    return this.#kept.size
  }

  /** Somebody has read what the CLI has deleted. */
  confirmGone(): void {
    this.#automatic.confirmGone()
  }

  /** Something was seen to go: notes what it was. */
  async lookForGone(): Promise<void> {
    // What cannot be written down now is found again by the next round, which says so.
    await this.#automatic.look().catch(() => undefined)
  }

  /** What waits to be written of a session, of each kind the newest. */
  pendingOf(sessionId: string): readonly PendingWrite[] | null {
    return this.#waiting.get(sessionId) ?? null
  }

  isKept(sessionId: string): boolean {
    return this.#kept.has(sessionId)
  }

  /** Writes title, tag and archive mark, or keeps them until the session is free. Null where there is no such session; else the worst that happened. */
  async change(sessionId: string, change: SessionChange): Promise<WriteOutcome | null> {
    const session = this.#find(sessionId)
    if (session === null) return null
    if (session.isUnpacked)
      return { kind: 'refused', reason: 'The CLI has deleted this session. Its copy can be read, and is not changed.' }
    const outcomes: WriteOutcome[] = []
    for (const fact of toFacts(change, (this.#options.now ?? Date.now)()))
      outcomes.push(await this.#pending.write(session.root, session, fact))
    this.#waiting = this.#readWaiting()
    this.#onWritten(session)
    return (
      outcomes.find(({ kind }) => kind !== 'written' && kind !== 'pending') ??
      outcomes.find(({ kind }) => kind === 'pending') ?? { kind: 'written' }
    )
  }

  /** Keeps a session from the CLI's clean-up: a copy now, and again whenever it has grown. */
  async keep(sessionId: string): Promise<KeepOutcome | null> {
    const session = this.#find(sessionId)
    if (session === null) return null
    // What was unpacked from its copy is kept already.
    if (session.isUnpacked) return { kind: 'kept', files: 0, copied: 0 }
    const outcome = await this.#inTurn(() => keepSafe(session.root, session, this.safeFolder))
    this.#kept = this.#readKept()
    this.#onWritten(session)
    return outcome
  }

  /** Takes the copies away. Where they were all that is left, the session is gone. */
  async unkeep(sessionId: string): Promise<NotOpened | null> {
    const copy = this.#kept.get(sessionId)
    if (copy === undefined) return { kind: 'missing', reason: `There is no copy of ${sessionId}` }
    const failed = await this.#inTurn(async () => dropSafeCopy(this.safeFolder, copy))
    this.#kept = this.#readKept()
    await this.#onKept()
    const session = this.#find(sessionId)
    if (session !== null) this.#onWritten(session)
    return failed
  }

  /** Puts a session of which only the copy is left back where the CLI finds it. Null when it is there. */
  async putBack(sessionId: string): Promise<NotOpened | null> {
    const session = this.#find(sessionId)
    const copy = this.#kept.get(sessionId)
    const [first] = this.#directories
    if (session?.isUnpacked !== true || copy === undefined || first === undefined) return null
    const failed = await this.#inTurn(() => putBack(this.safeFolder, copy, first))
    await this.#onKept()
    return failed
  }

  /** From now on, what waits is written and what is kept is copied, until `stop`. */
  start(onReport: (report: UpkeepReport) => void = () => undefined): void {
    if (this.#timers.length > 0) return
    const { retryMs = RETRY_MS, copyMs = COPY_MS } = this.#options
    const tell = (report: UpkeepReport) => {
      if (report.written.length + report.copied.length + report.problems.length > 0) onReport(report)
    }
    const look = () => (this.#waiting.size === 0 ? undefined : this.#retry().then(tell))
    this.#timers = [setInterval(look, retryMs).unref(), setInterval(() => this.run().then(tell), copyMs).unref()]
    this.run().then(tell)
  }

  /** Resolves when what was begun has ended. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#automatic.stop()
    await this.#round
    await this.#copying
  }

  /** Does at once all that there is to do. */
  async run(): Promise<UpkeepReport> {
    const report = await this.#retry()
    for (const copy of this.#kept.values()) await this.#inTurn(() => this.#copyAgain(copy, report))
    this.#kept = this.#readKept()
    await this.#onKept()
    this.#copying = this.#automatic.run().then(
      (copied) => void report.copied.push(...copied),
      (error: Error) => void report.problems.push({ sessionId: null, reason: `Nothing was copied: ${error.message}` }),
    )
    await this.#copying
    return report
  }

  async #retry(): Promise<UpkeepReport> {
    const report: UpkeepReport = { written: [], copied: [], problems: [] }
    try {
      report.written = await this.#pending.retry()
    } catch (error) {
      report.problems.push({ sessionId: null, reason: `Nobody knows who holds a session: ${(error as Error).message}` })
    }
    this.#waiting = this.#readWaiting()
    for (const { sessionId } of report.written) {
      const session = this.#find(sessionId)
      if (session !== null) this.#onWritten(session)
    }
    return report
  }

  async #copyAgain(copy: SafeCopy, report: UpkeepReport): Promise<void> {
    const session = this.#find(copy.sessionId)
    const isOriginal = session !== null && !session.isUnpacked && session.folderName === copy.folderName
    if (!isOriginal || isCurrent(copy, session)) return
    if ((this.#options.now ?? Date.now)() - session.mtimeMs < REST_MS) return
    const outcome = await keepSafe(session.root, copy, this.safeFolder)
    if (outcome.kind !== 'kept') report.problems.push({ sessionId: copy.sessionId, reason: outcome.reason })
    else if (outcome.copied > 0) report.copied.push(copy.sessionId)
  }

  /** All of a session or nothing: half a copy would say that it is kept. */
  async #copyWhole({ directory, path, sessionId }: SessionSummary, roomBytes: number): Promise<KeepOutcome> {
    const place = { folderName: basename(dirname(path)), sessionId }
    const outcome = await keepSafe(directory, place, this.safeFolder, roomBytes)
    if (outcome.kind === 'kept') {
      const copy = readSafeCopy(this.safeFolder, place)
      if (copy !== null) this.#kept = new Map([...this.#kept, [sessionId, copy]])
      const session = this.#find(sessionId)
      if (session !== null) this.#onWritten(session)
    } else if (outcome.kind !== 'no-room') dropSafeCopy(this.safeFolder, place)
    return outcome
  }

  #readWaiting(): Map<string, PendingWrite[]> {
    return Map.groupBy(this.#pending.list(), ({ sessionId }) => sessionId)
  }

  #readKept(): Map<string, SafeCopy> {
    return new Map(listSafeCopies(this.safeFolder).map((copy) => [copy.sessionId, copy]))
  }

  /** Two that copy the same file would do it twice. */
  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#round.then(act)
    this.#round = turn.catch(() => undefined)
    return turn
  }
}

/** A title that was added has left the time as it was. */
function isCurrent({ modifiedMs, bytes }: SafeCopy, { mtimeMs, size }: PlacedSession): boolean {
  return Math.floor(mtimeMs) === Math.floor(modifiedMs) && bytes === size
}

function toFacts({ title, tag, isArchived }: SessionChange, atMs: number): SessionFact[] {
  return [
    ...(title === undefined ? [] : [{ type: 'title' as const, title }]),
    ...(tag === undefined ? [] : [{ type: 'tag' as const, tag }]),
    ...(isArchived === undefined ? [] : [{ type: 'archived' as const, isArchived, atMs }]),
  ]
}
