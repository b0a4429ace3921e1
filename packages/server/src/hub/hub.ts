import { join } from 'node:path'
import type { Archive, ArchiveEvent } from '@quarterdeck/archive'
import type { InboxItem, SessionDetail, SessionList, SessionRow, UpdateSession } from '@quarterdeck/contract'
import type { Cli, KeeperProgram, SessionOptions } from '@quarterdeck/driver'
import { type About, fold, type SessionState, toOverview } from '@quarterdeck/transcript'
import { ServerError } from '../server-error.ts'
import type { CommandableHub, StartOrder } from './commands/commandable.ts'
import type { FileGuard } from './commands/file-guard.ts'
import { type RestoreRequest, restoreVersion } from './commands/restore-version.ts'
import { type RewindPlaces, type RewindRequest, rewind } from './commands/rewind.ts'
import { updateSession, writeTitle } from './commands/update-session.ts'
import { Inbox } from './inbox/inbox.ts'
import { ReadMarks } from './inbox/read-marks.ts'
import { foldTail } from './live/fold-tail.ts'
import type { LiveSession } from './live/live-session.ts'
import { LiveSessions } from './live/live-sessions.ts'
import { SessionFolders } from './live/session-folders.ts'
import type { SessionSource, SessionSources } from './live/session-log.ts'
import { Watchers } from './live/watchers.ts'
import { WholeFolds } from './live/whole-folds.ts'
import { ChangeFeed } from './rows/change-feed.ts'
import { type ListRequest, listRows } from './rows/list-rows.ts'
import { type RowChanges, RowFeed } from './rows/row-feed.ts'
import { SessionRows } from './rows/session-rows.ts'
import { Holders } from './start/holders.ts'
import { SessionStarter } from './start/session-starter.ts'
import type { TrustedFolders } from './start/trusted-folders.ts'

export interface HubOptions {
  data: string
  claudeDir: string
  archive: Archive
  trusted: TrustedFolders
  /** The options of a session that is started once more, as far as they are allowed now. */
  toAllowed: (options: SessionOptions) => SessionOptions
  findCli: () => Cli
  program: KeeperProgram
  /** A session that rests and that nobody watches ends after so long; null for never. */
  idleMs: number | null
  /** So many processes may run at once. */
  maxLive: number
  /** The log of a session that has ended stays for so long. */
  keepMs: number
  /** A session could not be read, and nobody waits for it. */
  onFault: (error: Error, sessionId: string) => void
}

const SWEEP_EVERY_MS = 30_000

/** All sessions: those that run, in their keepers, and outlive this; and those that are on disk, in the archive. */
export class Hub implements CommandableHub, SessionSources {
  readonly #archive: Archive
  readonly #wholes: WholeFolds
  readonly #folders: SessionFolders
  readonly #live: LiveSessions
  readonly #holders: Holders
  readonly #rows: SessionRows
  readonly #starter: SessionStarter
  readonly #inbox: Inbox
  readonly #changes: ChangeFeed
  readonly #rowFeed = new RowFeed()
  readonly #watchers: Watchers
  readonly #sourceListeners = new Set<(sessionId: string) => void>()
  /** Ids that are known to lead to their session. */
  readonly #aliases = new Set<string>()
  #sweeping: NodeJS.Timeout | null = null
  #unfollow: () => void = () => undefined
  #isStopping = false

  private constructor(options: HubOptions) {
    const { archive, data, claudeDir, trusted } = options
    const folders = new SessionFolders(data)
    const marks = new ReadMarks(join(data, 'read-marks.json'))
    this.#archive = archive
    this.#wholes = new WholeFolds(archive)
    this.#folders = folders
    this.#changes = new ChangeFeed((ids) => this.#tell(ids))
    this.#live = new LiveSessions({
      ...options,
      folders,
      wholes: this.#wholes,
      prepareStart: (session, how) => this.#starter.prepare(session, how),
      onChange: (session) => this.#onChange(session),
      onBegun: ({ sessionId }) => this.#tellSource(sessionId),
      onExchange: (sessionId, hasLog) => this.#onExchange(sessionId, hasLog),
    })
    this.#holders = new Holders({
      archive,
      claudeDir,
      ours: () => this.#listOurs(),
      onChange: (ids) => this.#changes.note(...ids),
    })
    this.#rows = new SessionRows({ archive, folders, live: this.#live, holders: this.#holders, marks })
    this.#watchers = new Watchers((id) => this.#live.find(id))
    this.#inbox = new Inbox({
      marks,
      sessions: () => this.#live.list(),
      rowOf: (id) => this.#rows.find(id),
      isWatched: (id) => this.#watchers.has(id),
    })
    this.#starter = new SessionStarter({
      archive,
      folders,
      live: this.#live,
      holders: this.#holders,
      trusted,
      isStopping: () => this.#isStopping,
    })
  }

  /** Finds the sessions that run. All others are found when they are asked for: start-up does not depend on how many there are. */
  static async open(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options)
    await hub.#live.openKept()
    for (const session of hub.#live.list()) hub.#onChange(session)
    hub.#unfollow = options.archive.follow((event) => hub.#onArchive(event))
    hub.#sweeping = setInterval(() => hub.#live.sweep(), SWEEP_EVERY_MS).unref()
    void hub.#live.reap()
    hub.#live.sweep()
    return hub
  }

  /** Newest first. */
  list(request: ListRequest = {}): Promise<SessionList> {
    this.#holders.lookSoon()
    const live = this.#live.list()
    return listRows(
      {
        archive: this.#archive,
        live: live.map((session) => this.#rows.ofLive(session)),
        liveIds: new Set(live.flatMap(({ ids }) => ids)),
        isShown: (summary) => this.#rows.isShown(summary),
        toRow: (summary) => this.#rows.ofRecorded(summary),
      },
      request,
    )
  }

  /** What the sessions that are in memory work with. */
  listAbouts(): About[] {
    return this.#live.list().map(({ state }) => state.about)
  }

  /** By any id it goes or went by. */
  getRow(id: string): SessionRow {
    const row = this.#rows.find(id)
    if (row === null) throw notFound(id)
    return row
  }

  /**
   * What the messages of a session amount to. Of one that is only on disk, its transcript is read for this, and not its log: its end
   * at first. Whoever has it opened gives `onMore`: then all of it is read, and that is called when it is known.
   */
  async describe(id: string, onMore?: () => void): Promise<SessionDetail> {
    this.#holders.lookSoon()
    const session = this.#live.find(id)
    if (session !== null && this.#live.list().includes(session)) {
      const row = this.#rows.ofLive(session)
      const facts = toFacts(session.state, row, session.info.options)
      if (!session.isWhole && onMore) void this.#live.complete(session).then(() => session.isWhole && onMore())
      return { ...row, ids: [...session.ids], facts, isPartial: !session.isWhole }
    }
    const row = this.getRow(id)
    const written = this.#toWritten(id)
    const whole = await this.#wholes.find(written)
    const { state, isWhole } =
      whole === null ? await foldTail(this.#archive, written) : { state: whole, isWhole: true as const }
    if (!isWhole && onMore) void this.#wholes.read(written).then((isMore) => isMore && onMore())
    // What its transcript left open is over, where nobody is there to go on with it.
    const now = (await this.isHeld(written)) ? state : fold(state, { kind: 'unheld' })
    const facts = toFacts(now, row)
    return { ...row, ids: [...(this.#rows.findCleared(id)?.ids ?? [row.sessionId])], facts, isPartial: !isWhole }
  }

  async open(id: string): Promise<LiveSession> {
    const session = await this.#live.open(id)
    if (session === null) throw notFound(id)
    return session
  }

  async start(order: StartOrder): Promise<{ sessionId: string }> {
    const { sessionId } = await this.#starter.start(order)
    return { sessionId }
  }

  async update(id: string, change: UpdateSession): Promise<{ isPending: boolean }> {
    const row = this.getRow(id)
    if (change.read !== undefined && this.#inbox.setRead(row.sessionId, change.read)) this.#changes.note(row.sessionId)
    const isPending = await updateSession(this.#toWritten(id), change, {
      archive: this.#archive,
      live: this.#live.find(id),
    })
    this.#changes.note(row.sessionId)
    this.#inbox.tellSoon()
    return { isPending }
  }

  /** Keeps a session from the CLI's clean-up. */
  async keep(id: string): Promise<void> {
    const outcome = await this.#archive.upkeep.keep(this.#toWritten(id))
    if (outcome === null)
      throw new ServerError('bad_request', `Session '${id}' has no messages yet: there is nothing to keep.`)
    if (outcome.kind !== 'kept') throw new ServerError('storage', `Session '${id}' cannot be kept: ${outcome.reason}.`)
  }

  restoreVersion(id: string, name: string, request: RestoreRequest, guard: FileGuard) {
    const { projectPath: project } = this.getRow(id)
    return restoreVersion({ archive: this.#archive, sessionId: this.#toWritten(id), project, guard }, name, request)
  }

  /** `askCli` lets the CLI of a session that runs do it. */
  rewind(id: string, request: RewindRequest, guard: FileGuard, askCli: NonNullable<RewindPlaces['askCli']>) {
    const { projectPath, live } = this.getRow(id)
    const places = { archive: this.#archive, sessionId: this.#toWritten(id), project: projectPath, guard }
    const newestUuid = live ? (this.#live.find(id)?.state.leaf ?? null) : null
    return rewind({ ...places, newestUuid, askCli: live ? askCli : null }, request)
  }

  async openSource(id: string): Promise<SessionSource> {
    const session = await this.#live.openLog(id)
    const hasLog = session !== null && (session.kept.epoch !== '' || !this.#isOnDisk(id))
    if (hasLog) {
      const { sessionId, ids, info, kept } = session
      return { kind: 'log', sessionId, ids, history: info.history ?? null, kept }
    }
    if (!this.#isOnDisk(id)) throw notFound(id)
    return { kind: 'transcript', sessionId: id, ids: [id] }
  }

  onSourceChange(listener: (sessionId: string) => void): () => void {
    this.#sourceListeners.add(listener)
    return () => this.#sourceListeners.delete(listener)
  }

  watch(id: string): () => void {
    const sessionId = this.#live.find(id)?.sessionId ?? id
    if (this.#inbox.setRead(sessionId, true)) this.#changes.note(sessionId)
    return this.#watchers.add(sessionId)
  }

  isWatched(id: string): boolean {
    return this.#watchers.has(this.#live.find(id)?.sessionId ?? id)
  }

  /** Tells which rows have changed, and which sessions are no longer in the list; no more than four times a second for each. */
  onListChange(listener: (changes: RowChanges) => void): () => void {
    const end = this.#rowFeed.listen(listener)
    this.#holders.keepLooking(true)
    return () => {
      end()
      this.#holders.keepLooking(this.#rowFeed.isWanted)
    }
  }

  listInbox(): InboxItem[] {
    return this.#inbox.list()
  }

  /** Tells all that waits for a person, whenever that changes. */
  onInboxChange(listener: (items: InboxItem[]) => void): () => void {
    return this.#inbox.listen(listener)
  }

  /** Whether any process writes the session, ours included: then its transcript is left alone. */
  async isHeld(sessionId: string): Promise<boolean> {
    const session = this.#live.find(sessionId)
    if (session !== null && (session.isLive || session.isStarting)) return true
    return (await this.#holders.find(sessionId)) !== null
  }

  /** How many processes run. */
  get liveCount(): number {
    return this.#live.list().filter((session) => session.isLive).length
  }

  /** Ends all sessions. */
  async endAll(times: { termAfterMs: number; killAfterMs: number }): Promise<void> {
    this.#isStopping = true
    await this.#live.endAll(times)
  }

  /** Lets go of all sessions, which run on, and starts no more; gives how many run. */
  close(): number {
    this.#isStopping = true
    if (this.#sweeping !== null) clearInterval(this.#sweeping)
    this.#unfollow()
    this.#holders.keepLooking(false)
    this.#changes.close()
    this.#inbox.close()
    return this.#live.close()
  }

  #onChange(session: LiveSession): void {
    for (const id of session.ids) {
      if (this.#aliases.has(id)) continue
      this.#folders.alias(id, session.sessionId)
      this.#aliases.add(id)
    }
    this.#inbox.note(session)
    this.#changes.note(session.sessionId)
  }

  #onExchange(sessionId: string, hasLog: boolean): void {
    this.#watchers.renew(sessionId)
    if (hasLog) this.#tellSource(sessionId)
    this.#changes.note(sessionId)
  }

  #onArchive(event: ArchiveEvent): void {
    if (event.kind !== 'sessions') return
    for (const id of event.changed) this.#live.recheck(id)
    this.#changes.note(...event.added, ...event.changed, ...event.removed)
  }

  #tell(ids: readonly string[]): void {
    for (const id of ids) {
      const session = this.#live.find(id)
      if (session === null) continue
      if (this.#inbox.noteEnd(session)) this.#changes.note(session.sessionId)
      this.#writeTitle(session)
    }
    this.#rowFeed.tell(ids, (id) => this.#rows.find(id))
  }

  #writeTitle(session: LiveSession): void {
    const summary = session.info.options.title === undefined ? null : this.#rows.summaryOf(session)
    if (summary === null) return
    void writeTitle(session, summary, this.#archive).then(
      () => this.#changes.note(session.sessionId),
      // The name is shown all the same, and written when there is room.
      () => undefined,
    )
  }

  /** The id of the newest transcript: `/clear` goes on under another. */
  #toWritten(id: string): string {
    const { sessionId } = this.getRow(id)
    const live = this.#live.find(id)?.ids.findLast((each) => this.#archive.has(each))
    return live ?? this.#rows.findCleared(id)?.summary.sessionId ?? sessionId
  }

  /** What was written a moment ago may not have been noticed yet. */
  #isOnDisk(id: string): boolean {
    if (!this.#archive.has(id)) this.#archive.lookAt(id)
    return this.#archive.has(id)
  }

  #tellSource(sessionId: string): void {
    for (const listener of this.#sourceListeners) listener(sessionId)
  }

  #listOurs(): Map<number, string> {
    return new Map(
      this.#live.list().flatMap(({ cliPid, ids }) => (cliPid === null ? [] : [[cliPid, ids.at(-1) ?? ''] as const])),
    )
  }
}

/**
 * What a session has cost, its messages tell only while it runs; later it is what was counted. What it works with, they tell with its
 * first turn; before that it is what it was started with.
 */
function toFacts(state: SessionState, { title, costUsd }: SessionRow, options: Partial<SessionOptions> = {}) {
  const overview = toOverview(state)
  const usage = { ...overview.usage, costUsd: Math.max(overview.usage.costUsd, costUsd ?? 0) }
  const { effort = options.effort } = overview.about
  const about = { ...overview.about, ...(effort && { effort }) }
  return { ...overview, title, usage, about }
}

function notFound(id: string): ServerError {
  return new ServerError('not_found', `There is no session '${id}'.`)
}
