import { createHash } from 'node:crypto'
import type { Archive } from '@quarterdeck/archive'
import { type KeptOptions, KeptSession, readKeptQueue, reapMarked, type SessionOptions } from '@quarterdeck/driver'
import type { QueuedMessage } from '@quarterdeck/protocol'
import { initialState } from '@quarterdeck/transcript'
import { ServerError } from '../../server-error.ts'
import { findOtherHolder } from '../start/find-other-holder.ts'
import { findCarried } from './find-carried.ts'
import { hasForeignWrite } from './find-foreign-write.ts'
import { foldTail, type Tail } from './fold-tail.ts'
import { LiveSession, type SessionContext } from './live-session.ts'
import type { SessionFolders, SessionInfo } from './session-folders.ts'
import type { LogHistory } from './session-log.ts'
import type { WholeFolds } from './whole-folds.ts'

export interface LiveSessionsOptions extends Omit<SessionContext, 'marker' | 'save' | 'readBefore' | 'findHolder'> {
  data: string
  folders: SessionFolders
  archive: Archive
  wholes: WholeFolds
  /** So many processes may run at once. */
  maxLive: number
  /** The log of a session that has ended stays for so long. */
  keepMs: number
  /** Another object, or none, stands for the session from now on; whether it had, or has, a log. */
  onExchange: (sessionId: string, hasLog: boolean) => void
  /** A session could not be read, and nobody waits for it. */
  onFault: (error: Error, sessionId: string) => void
}

/** A session that has ended is forgotten when nobody has asked for it for so long: it is on disk. */
const FORGET_MS = 60_000

/** A session that ended before anything was asked in it leaves nothing to go on with. */
const EMPTY_MS = 3_600_000

/**
 * People answer what asks them, whenever they like. Everything else that a CLI asks of its host (a request that a newer CLI has and we do
 * not know, a hook or an MCP server that is none of ours) is refused by name at once: unanswered, the CLI waits for ever.
 */
const SERVER_END: KeptOptions = { handlers: {}, by: 'Quarterdeck' }

const NOTHING: Tail = { state: initialState, isWhole: true }

/** The sessions in memory: those that run, those that have ended and that somebody looks at, and those that left nothing but our log. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions
  readonly #sessions = new Map<string, LiveSession>()
  /** Two that ask for the same session get the same. */
  readonly #opening = new Map<string, Promise<LiveSession | null>>()
  readonly #usedAt = new Map<string, number>()
  /** By what stood before a log: that is read once. */
  readonly #completing = new WeakMap<LogHistory, Promise<void>>()

  constructor(options: LiveSessionsOptions) {
    this.#options = options
  }

  /** Those that are more than a plan to go on with what is on disk. */
  list(): LiveSession[] {
    return [...this.#sessions.values()].filter(
      ({ isLive, isStarting, kept }) => isLive || isStarting || kept.epoch !== '',
    )
  }

  /** By any id it goes or went by. */
  find(id: string): LiveSession | null {
    return this.#sessions.get(id) ?? [...this.#sessions.values()].find(({ ids }) => ids.includes(id)) ?? null
  }

  /** Those whose keeper runs, or was killed; and those of which nobody else knows, since they have no transcript. */
  async openKept(): Promise<void> {
    const { folders, archive, onFault } = this.#options
    const ids = folders.list().filter((id) => folders.isKept(id) || !archive.has(id))
    // One that cannot be read is told when somebody asks for it; the others have nothing to do with it.
    await Promise.all(ids.map((id) => this.openLog(id).catch((error: Error) => onFault(error, id))))
  }

  /** With the log it has; null where there is none, or where another program has gone on since. */
  openLog(id: string): Promise<LiveSession | null> {
    return this.#once(id, async (info) => {
      const known = this.find(id)
      if (known !== null && this.#isCurrent(known)) return this.#use(known)
      if (known !== null) this.#drop(known)
      return info === null ? null : this.#openFolder(info)
    })
  }

  /** To be gone on with: with its log, or with the transcript that is there. Null where there is neither. */
  async open(id: string): Promise<LiveSession | null> {
    const open = await this.openLog(id)
    if (open !== null) return open
    return this.#once(id, async (info) => {
      const known = this.find(id)
      if (known !== null) return this.#use(known)
      const { archive, folders } = this.#options
      // What was written a moment ago may not have been noticed yet.
      if (archive.findSession(id)?.projectPath == null) archive.lookAt(id)
      const summary = archive.findSession(id)
      if (summary === null) return null
      const { options = { cwd: summary.projectPath ?? '' }, created = summary.created } = info ?? {}
      const carried = info === null ? [] : await this.#putAside(info)
      const next = { sessionId: id, created, options: toResumed(options, id), ...(carried.length > 0 && { carried }) }
      if (info?.sessionId === id) folders.write(next)
      return this.#add(next, await this.#tailOf(id))
    })
  }

  /** The log is no longer the truth. Gives what waits in it for a process. */
  async #putAside({ sessionId, carried = [] }: SessionInfo): Promise<readonly QueuedMessage[]> {
    const { folders, archive } = this.#options
    const kept = await KeptSession.open(folders.toPath(sessionId))
    const newest = kept.facts.sessionIds.at(-1) ?? sessionId
    const waiting = kept.epoch === '' ? carried : await findCarried(archive, newest, kept.facts)
    kept.close()
    folders.putLogAside(sessionId)
    return waiting
  }

  /** A new one. It is on disk before anything runs: a server that comes after us must know it by name. */
  async create(info: SessionInfo): Promise<LiveSession> {
    const { folders } = this.#options
    folders.write(info)
    const { resume, fork } = info.options
    const at = typeof fork === 'object' ? fork.at : undefined
    return this.#add(info, resume === undefined ? NOTHING : await this.#tailOf(resume, at))
  }

  /** Reads all that stood before the log of a session, once. */
  complete(session: LiveSession): Promise<void> {
    const { history } = session.info
    if (history == null) return Promise.resolve()
    const begun = this.#completing.get(history) ?? this.#complete(session, history)
    this.#completing.set(history, begun)
    return begun
  }

  /** It never was: nothing of it stays. */
  discard(session: LiveSession): void {
    this.#drop(session)
    this.#options.folders.remove(session.sessionId)
  }

  /** Over the limit, the one that has rested longest makes room; a session at work never does. */
  async makeRoom(wanted: LiveSession): Promise<void> {
    const others = [...this.#sessions.values()].filter((session) => session !== wanted)
    const live = others.filter((session) => session.isLive || session.isStarting)
    if (live.length < this.#options.maxLive) return
    const resting = live.filter((session) => session.isLive && session.isAtRest && !session.kept.isWatched)
    const oldest = resting.sort((a, b) => (a.lastAt < b.lastAt ? -1 : 1))[0]
    if (oldest === undefined)
      throw new ServerError(
        'too_many_live',
        `${live.length} sessions run already, and none of them rests. End one first, or allow more with --max-live N.`,
      )
    await oldest.stop()
  }

  /** Somebody else wrote: whoever looks at a session that does not run must look at the transcript from now on. */
  recheck(id: string): void {
    const session = this.find(id)
    if (session === null || this.#isCurrent(session)) return
    this.#options.folders.part(session.sessionId)
    this.#drop(session)
  }

  /** Forgets what has ended and can be had from disk, and removes logs that ended long ago. Transcripts stay with the CLI. */
  sweep(now = Date.now()): void {
    const { folders, archive, keepMs } = this.#options
    for (const session of [...this.#sessions.values()]) {
      if (session.isLive || session.isStarting || session.isFollowed) continue
      const isUsed = now - (this.#usedAt.get(session.sessionId) ?? 0) < FORGET_MS
      const isRecent = now - Date.parse(session.lastAt) < FORGET_MS
      if (isUsed || isRecent) continue
      if (archive.has(session.ids.at(-1) ?? '')) this.#drop(session)
      else if (session.isEmpty && now - Date.parse(session.lastAt) > EMPTY_MS) this.discard(session)
    }
    for (const id of folders.list()) {
      const session = this.#sessions.get(id)
      if (folders.isAlias(id)) continue
      if (folders.isKept(id) || session?.isLive || session?.isStarting || session?.isFollowed) continue
      // To open a log touches its file.
      const writtenMs = session === undefined ? folders.lastWrittenMs(id) : Date.parse(session.lastAt)
      // A folder without anything of ours is left alone.
      if (writtenMs === null || now - writtenMs < keepMs) continue
      // What a person has written and nobody has sent has no other place.
      if (readKeptQueue(folders.toPath(id)).length > 0 || (folders.read(id)?.carried ?? []).length > 0) continue
      if (session === undefined) folders.remove(id)
      else this.discard(session)
    }
  }

  /** What was started from here and belongs to no session, nobody could reach any more. */
  async reap(): Promise<void> {
    const { data, folders } = this.#options
    const prefix = toMarker(data, '')
    await reapMarked((marker) => {
      const id = marker.startsWith(prefix) ? marker.slice(prefix.length).replace(/:keeper$/, '') : null
      return id !== null && !folders.has(id)
    })
  }

  async endAll(times: { termAfterMs: number; killAfterMs: number }): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.stop(times)))
  }

  /** Lets go of all, which run on; gives how many run. */
  close(): number {
    const running = [...this.#sessions.values()].filter((session) => session.isLive).length
    for (const session of this.#sessions.values()) session.kept.close()
    return running
  }

  async #openFolder(info: SessionInfo): Promise<LiveSession | null> {
    const { folders, archive } = this.#options
    const kept = await KeptSession.open(folders.toPath(info.sessionId), SERVER_END)
    const { begun = info.created } = info
    if (!kept.isRunning && (kept.epoch === '' || hasForeignWrite(archive, kept, begun))) {
      kept.close()
      folders.part(info.sessionId)
      // Its process never wrote a word, and there is no transcript either: it can still be begun.
      return archive.has(info.sessionId) ? null : this.#add(info, NOTHING)
    }
    return this.#add(info, await this.#readBefore(info), kept)
  }

  async #add(info: SessionInfo, before: Tail, kept?: KeptSession): Promise<LiveSession> {
    const { data, folders, archive, claudeDir, findCli, program, idleMs } = this.#options
    const { prepareStart, toAllowed, onBegun, onChange } = this.#options
    const save = (changed: SessionInfo) => folders.write(changed)
    const readBefore = (changed: SessionInfo) => this.#readBefore(changed)
    const findHolder = (session: LiveSession) => {
      return findOtherHolder(session, { archive, claudeDir, sessions: this.list() })
    }
    const context = {
      claudeDir,
      findCli,
      program,
      idleMs,
      prepareStart,
      readBefore,
      findHolder,
      toAllowed,
      onBegun,
      onChange,
      save,
    }
    const marker = toMarker(data, info.sessionId)
    const open = kept ?? (await KeptSession.open(folders.toPath(info.sessionId), SERVER_END))
    const session = createLive(info, open, before, { ...context, marker })
    this.#sessions.set(info.sessionId, session)
    this.#options.onExchange(info.sessionId, open.epoch !== '')
    return this.#use(session)
  }

  async #readBefore({ history }: SessionInfo): Promise<Tail> {
    if (history == null) return NOTHING
    const known = history.until === undefined ? this.#options.wholes.findAt(history.sessionId, history.position) : null
    return known === null ? this.#tailOf(history.sessionId, toPlace(history)) : { state: known, isWhole: true }
  }

  /** A place that is no longer there, since the transcript was changed, costs nothing but the sight of what came before. */
  #tailOf(sessionId: string, before?: string): Promise<Tail> {
    return foldTail(this.#options.archive, sessionId, before)
  }

  async #complete(session: LiveSession, history: LogHistory): Promise<void> {
    const { wholes, onFault } = this.#options
    const { sessionId, position, until } = history
    try {
      const before = await wholes.readTo(sessionId, position, until)
      if (before === null) this.#completing.delete(history)
      else await session.setBefore(before)
    } catch (error) {
      // Its end is known, and said to be no more than that.
      this.#completing.delete(history)
      onFault(error as Error, session.sessionId)
    }
  }

  #isCurrent({ isLive, isStarting, kept, info, cwd }: LiveSession): boolean {
    if (isLive || isStarting) return true
    // Its transcript had not named a folder when it was opened; by now it may have.
    return cwd !== '' && !hasForeignWrite(this.#options.archive, kept, info.begun ?? info.created)
  }

  #use(session: LiveSession): LiveSession {
    this.#usedAt.set(session.sessionId, Date.now())
    return session
  }

  #drop(session: LiveSession): void {
    session.kept.close()
    this.#sessions.delete(session.sessionId)
    this.#usedAt.delete(session.sessionId)
    this.#options.onExchange(session.sessionId, session.kept.epoch !== '')
  }

  async #once(id: string, act: (info: SessionInfo | null) => Promise<LiveSession | null>): Promise<LiveSession | null> {
    const info = this.#options.folders.read(id)
    const key = info?.sessionId ?? this.find(id)?.sessionId ?? id
    const turn = (this.#opening.get(key) ?? Promise.resolve(null)).catch(() => null).then(() => act(info))
    this.#opening.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#opening.get(key) === turn) this.#opening.delete(key)
    }
  }
}

/** What cannot be read is let go of: its keeper would tell it to nobody. */
function createLive(info: SessionInfo, kept: KeptSession, before: Tail, context: SessionContext): LiveSession {
  try {
    return new LiveSession(info, kept, before, context)
  } catch (error) {
    kept.close()
    throw error
  }
}

/** Names all processes of a session, and of which data directory: other servers have sessions too. */
function toMarker(data: string, id: string): string {
  return `${createHash('sha256').update(data).digest('hex').slice(0, 16)}:${id}`
}

/** Where the history of a log ends, as the archive takes it. */
function toPlace({ position, until }: NonNullable<SessionInfo['history']>): string {
  return until ?? `@:${position[''] ?? 0}`
}

/** What began a session cannot go on with it. */
export function toResumed(options: SessionOptions, sessionId: string): SessionOptions {
  const { fork, continue: goesOn, resumeAt, resumeDropsTurn, fromPr, title, sessionId: first, ...kept } = options
  return { ...kept, resume: sessionId }
}
