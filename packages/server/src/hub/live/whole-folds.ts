import type { Archive, Position } from '@quarterdeck/archive'
import type { SessionState } from '@quarterdeck/transcript'
import { type Counted, foldOn, foldWhole } from './fold-whole.ts'

interface Whole {
  identity: string | null
  position: Position
  counted: Counted
  /** When it may be read anew, since agents have written in its middle. */
  againAt: number
}

/** Longer ones are known by their end alone. */
const MAX_BYTES = 256 * 1024 * 1024
const MOST_KEPT = 16
/** Of the time, reading anew takes one part in so many. */
const REST = 20

/** What whole transcripts amount to: read in the background, one after the other, for those that somebody has opened. */
export class WholeFolds {
  readonly #archive: Archive
  readonly #known = new Map<string, Whole>()
  readonly #reading = new Map<string, Promise<boolean>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(archive: Archive) {
    this.#archive = archive
  }

  /** With what was written since; null where it was not read, or is another file now. */
  async find(sessionId: string): Promise<SessionState | null> {
    const known = this.#known.get(sessionId)
    const position = known === undefined ? null : this.#archive.readPosition(sessionId)
    if (known === undefined || position === null) return null
    const [was, is] = [known.position[''] ?? 0, position[''] ?? 0]
    if (is < was || this.#archive.identify(sessionId) !== known.identity) {
      this.#known.delete(sessionId)
      return null
    }
    if (hasGrown(known.position, position) && Date.now() > known.againAt) void this.read(sessionId)
    if (is === was) {
      this.#keep(sessionId, known)
      return known.counted.state
    }
    const counted = await foldOn(this.#archive, sessionId, known.counted, was)
    this.#keep(sessionId, { ...known, counted, position: { ...position, ...known.position, '': is } })
    return counted.state
  }

  /** As it stood at a place, where that is what is known. */
  findAt(sessionId: string, at: Position): SessionState | null {
    const known = this.#known.get(sessionId)
    return known !== undefined && known.position[''] === at[''] ? known.counted.state : null
  }

  /** Reads all that is there, so that it can be found. Gives whether it can. */
  read(sessionId: string): Promise<boolean> {
    const reading =
      this.#reading.get(sessionId) ??
      this.#queue(() => this.#read(sessionId))
        .then((isRead) => isRead ?? false)
        .finally(() => this.#reading.delete(sessionId))
    this.#reading.set(sessionId, reading)
    return reading
  }

  /** Reads it up to a place, or to the message `last`, and keeps nothing of it; null where it is too long. */
  readTo(sessionId: string, until: Position, last?: string): Promise<SessionState | null> {
    return this.#queue(async () =>
      isTooLarge(until) ? null : (await foldWhole(this.#archive, sessionId, until, last)).state,
    )
  }

  /** One after the other. A file that went away meanwhile is told by whoever shows its lines. */
  #queue<Result>(act: () => Promise<Result>): Promise<Result | null> {
    const turn = this.#last.then(act).catch(() => null)
    this.#last = turn
    return turn
  }

  async #read(sessionId: string): Promise<boolean> {
    const identity = this.#archive.identify(sessionId)
    const position = this.#archive.readPosition(sessionId)
    if (position === null || isTooLarge(position)) return false
    const began = Date.now()
    const counted = await foldWhole(this.#archive, sessionId, position)
    const now = Date.now()
    this.#keep(sessionId, { identity, position, counted, againAt: now + REST * (now - began) })
    return true
  }

  /** Those that nobody has asked for the longest go first. */
  #keep(sessionId: string, whole: Whole): void {
    this.#known.delete(sessionId)
    this.#known.set(sessionId, whole)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest)
  }
}

function isTooLarge(position: Position): boolean {
  return Object.values(position).reduce((sum, bytes) => sum + bytes, 0) > MAX_BYTES
}

/** Agents that were there have written more. */
function hasGrown(was: Position, is: Position): boolean {
  return Object.keys(was).some((agentId) => agentId !== '' && (is[agentId] ?? 0) > (was[agentId] ?? 0))
}
