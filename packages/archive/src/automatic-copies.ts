import { join } from 'node:path'
import { readDirectoryState } from './data-directory.ts'
import { type GoneSession, KnownSessions } from './known-sessions.ts'
import type { SessionSummary } from './sessions/session-summary.ts'
import { readCopySpace } from './side/safe-copies/copy-space.ts'
import type { KeepOutcome } from './side/safe-copies/keep-safe.ts'

/** A session that the CLI will delete soon and of which there is no copy. */
export interface UncoveredSession {
  sessionId: string
  title: string
  projectPath: string | null
  deletedFrom: string
  why: 'no room' | 'failed'
  reason: string
}

export interface CopiesState {
  /** The most that all copies may need; null where none are made by themselves. */
  maxBytes: number | null
  usedBytes: number
  uncovered: readonly UncoveredSession[]
  /** What the CLI's clean-up has taken since somebody last confirmed it. */
  gone: readonly (GoneSession & { isKept: boolean })[]
}

export interface AutomaticCopiesOptions {
  /** The upkeep's own folder, and that of the copies in it. */
  folder: string
  safeFolder: string
  directories: readonly string[]
  /** The most that all copies may need; null for none. */
  maxBytes: () => number | null
  /** Every session, our unpacked copies too. */
  list: () => Promise<readonly SessionSummary[]>
  /** For how long the CLI keeps what lies in a directory. */
  daysOf: (directory: string) => number
  isKept: (sessionId: string) => boolean
  /** Takes all of a session or nothing. */
  copy: (session: SessionSummary, roomBytes: number) => Promise<KeepOutcome>
  now: () => number
}

const DAY_MS = 86_400_000
/** A server may be off for a while before the day comes. */
const SOON_MS = 14 * DAY_MS
/** A session at work is copied when it rests. */
const REST_MS = 60_000
const DISK_FULL = { kind: 'unreadable', reason: 'There is no room left on the disk' } as const

/** Copies what the CLI will delete soon before it does, within a size; and notes what it has deleted. */
export class AutomaticCopies {
  readonly #options: AutomaticCopiesOptions
  readonly #known: KnownSessions
  #usedBytes = 0
  #isStopped = false
  #uncovered: UncoveredSession[] = []

  constructor(options: AutomaticCopiesOptions) {
    this.#options = options
    this.#known = new KnownSessions(join(options.folder, 'known.json'))
  }

  get state(): CopiesState {
    const { maxBytes, isKept } = this.#options
    const gone = this.#known.gone.map((session) => ({ ...session, isKept: isKept(session.sessionId) }))
    return { maxBytes: maxBytes(), usedBytes: this.#usedBytes, uncovered: this.#uncovered, gone }
  }

  /** Begins no further copy. */
  stop(): void {
    this.#isStopped = true
  }

  confirmGone(): void {
    this.#known.confirm()
  }

  /** Gives the sessions that were copied now. */
  async run(): Promise<string[]> {
    const { list, maxBytes, safeFolder } = this.#options
    const sessions = await list()
    this.#noteGone(sessions)
    this.#usedBytes = await readCopySpace(safeFolder)
    this.#uncovered = []
    const most = maxBytes()
    return most === null ? [] : this.#copyAll(this.#findExpiring(sessions), most)
  }

  /** Notes what is missing, without copying anything: when something was seen to go. */
  async look(): Promise<void> {
    this.#noteGone(await this.#options.list())
  }

  async #copyAll(expiring: readonly SessionSummary[], most: number): Promise<string[]> {
    const { copy, safeFolder } = this.#options
    const copied: string[] = []
    let isDiskFull = false
    for (const session of expiring) {
      if (this.#isStopped) break
      const outcome: KeepOutcome = isDiskFull ? DISK_FULL : await copy(session, most - this.#usedBytes)
      if (outcome.kind === 'kept') {
        copied.push(session.sessionId)
        // The copy itself is smaller than what it was made of; how much, is measured below.
        this.#usedBytes += session.size
        // A link, or what has gone meanwhile, is nothing that the clean-up could take.
      } else if (outcome.kind !== 'missing' && outcome.kind !== 'refused') {
        this.#uncovered.push(toUncovered(session, outcome))
        isDiskFull ||= outcome.reason.includes('ENOSPC')
      }
    }
    if (copied.length > 0) this.#usedBytes = await readCopySpace(safeFolder)
    return copied
  }

  /** The first to go first. A user's 0 means that nothing is to be kept, and nothing is. */
  #findExpiring(sessions: readonly SessionSummary[]): SessionSummary[] {
    const { directories, daysOf, isKept, now } = this.#options
    const limit = new Date(now() + SOON_MS).toISOString()
    const rested = new Date(now() - REST_MS).toISOString()
    return sessions
      .filter(({ directory }) => directories.includes(directory) && daysOf(directory) > 0)
      .filter(({ sessionId, deletedFrom, modified }) => {
        return deletedFrom !== null && deletedFrom <= limit && modified < rested && !isKept(sessionId)
      })
      .sort((one, other) => ((one.deletedFrom ?? '') < (other.deletedFrom ?? '') ? -1 : 1))
  }

  #noteGone(sessions: readonly SessionSummary[]): void {
    const { directories, daysOf, now } = this.#options
    // Of a directory that cannot be read at the moment nothing has gone.
    const readable = directories.filter((directory) => readDirectoryState(directory).state === 'ready')
    if (readable.length < directories.length) return
    const present = sessions.flatMap(({ sessionId, directory, title, projectPath, modified }) =>
      directories.includes(directory) ? [{ sessionId, directory, title, projectPath, modified }] : [],
    )
    const isDue = ({ directory, modified }: { directory: string; modified: string }) => {
      const days = readable.includes(directory) ? daysOf(directory) : 0
      return days > 0 && Date.parse(modified) + days * DAY_MS <= now()
    }
    this.#known.update(present, isDue, now())
  }
}

function toUncovered(session: SessionSummary, outcome: Exclude<KeepOutcome, { kind: 'kept' }>): UncoveredSession {
  const { sessionId, title, projectPath, deletedFrom } = session
  const why = outcome.kind === 'no-room' ? 'no room' : 'failed'
  return { sessionId, title, projectPath, deletedFrom: deletedFrom ?? '', why, reason: outcome.reason }
}
