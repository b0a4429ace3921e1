import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ArchiveError } from './archive-error.ts'
import { type DirectoryState, readDirectoryState } from './data-directory.ts'
import type { ArchiveEvent, Position, SessionEvent } from './follow/follow-event.ts'
import { Follower, type FollowOptions } from './follow/follower.ts'
import { IndexAccess } from './index/index-access.ts'
import type { IndexProgress } from './index/index-progress.ts'
import { Indexer } from './index/indexer.ts'
import { WorkerPool } from './index/worker-pool.ts'
import type { NotOpened } from './safe-open.ts'
import { Searcher, type SearchPage, type SearchRequest } from './search/searcher.ts'
import { Catalogue } from './sessions/catalogue.ts'
import { readEndsAside } from './sessions/read-ends-aside.ts'
import { Retention } from './sessions/retention.ts'
import { type Project, SessionList, type SessionListRequest, type SessionPage } from './sessions/session-list.ts'
import type { SessionSummary } from './sessions/session-summary.ts'
import { toPlanWriters } from './sessions/to-plan-writers.ts'
import { SideFiles, type SideSession } from './side/side-files.ts'
import { readLineEnd } from './transcripts/read-line-end.ts'
import { type PageRequest, readPage, type TranscriptPage } from './transcripts/read-page.ts'
import { readTree, type SessionTree } from './transcripts/read-tree.ts'
import { streamThread } from './transcripts/stream-thread.ts'
import { filesOf, type ThreadFile } from './transcripts/thread.ts'
import { Threads } from './transcripts/threads.ts'
import { unpackGone } from './unpack-gone.ts'
import { type PlacedSession, Upkeep, type UpkeepOptions } from './upkeep.ts'
import { type Activity, toActivity } from './usage/activity.ts'
import { Numbers } from './usage/numbers.ts'
import { isTimeZone } from './usage/parse-time.ts'
import { readStatsCache, type StatsCache } from './usage/read-stats-cache.ts'
import { toUsageReport, type UsageReport, type UsageRequest } from './usage/usage-report.ts'

export interface ArchiveOptions {
  /** Data directories of the CLI. */
  directories: readonly string[]
  /** The folder for our index. */
  data: string
  /** A file in the form of the CLI's `history.jsonl`, with prompts that the CLI does not write down. */
  ownPrompts?: string
  /** For whoever changes titles, tags and archive marks, or keeps sessions safe. */
  upkeep?: UpkeepOptions
  /**
   * `serve` follows the directories and keeps the index; `count` only brings its counts up to date when they are asked for; `read`
   * writes nothing, for a program beside a server.
   */
  mode: 'serve' | 'count' | 'read'
  /** The bundled worker; by default its source. */
  workerUrl?: URL
  workers?: number
  follow?: FollowOptions
  /** Whether the index is built; in the mode `serve` only. */
  isIndexing?: boolean
}

/** Several lines are mostly written at once. */
const GATHER_MS = 150

/** Everything the CLI keeps of sessions. */
export class Archive {
  /** What stands beside the transcripts. */
  readonly side: SideFiles
  readonly #directories: readonly string[]
  readonly #unpackedFolder: string
  readonly #upkeep: Upkeep | null
  readonly #retention = new Retention()
  readonly #catalogue: Catalogue
  readonly #threads: Threads
  readonly #pool: WorkerPool
  readonly #workers: number
  readonly #indexer: Indexer | null
  readonly #index: IndexAccess
  readonly #numbers: Numbers
  readonly #list: SessionList
  readonly #searcher: Searcher
  readonly #follower: Follower | null
  readonly #isIndexing: boolean
  readonly #progressListeners = new Set<(progress: IndexProgress) => void>()
  #isListed = false
  #isClosed = false
  #updating: NodeJS.Timeout | null = null
  #unpacking: NodeJS.Timeout | null = null

  constructor(options: ArchiveOptions) {
    const { directories, data, mode, workers = Math.min(2, availableParallelism()) } = options
    this.#directories = directories
    this.#unpackedFolder = join(data, 'unpacked')
    const roots = [...directories, this.#unpackedFolder]
    this.#catalogue = new Catalogue(roots)
    this.#threads = new Threads(this.#catalogue)
    const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url)
    this.#workers = workers
    this.#pool = new WorkerPool({ url, folder: data, size: workers })
    const onProgress = (progress: IndexProgress) => {
      this.#numbers?.forget()
      for (const listener of this.#progressListeners) listener(progress)
    }
    this.#indexer =
      mode === 'read'
        ? null
        : new Indexer({
            folder: data,
            catalogue: this.#catalogue,
            pool: this.#pool,
            workers,
            onProgress,
            onCounted: (files) => this.#follower?.tellChanged(files.flatMap(({ sessionId }) => sessionId ?? [])),
          })
    this.#index = new IndexAccess(data, this.#catalogue, this.#indexer)
    this.#catalogue.refresh()
    this.#numbers = new Numbers(
      this.#catalogue,
      () => this.#index.database,
      () => this.#indexer?.unstored ?? null,
    )
    this.#upkeep =
      options.upkeep === undefined
        ? null
        : new Upkeep(options.upkeep, {
            find: (sessionId) => this.#placeOf(sessionId),
            onWritten: ({ root, folderName, sessionId }) => {
              this.#follower?.look(root, folderName)
              this.#follower?.tellChanged([sessionId])
            },
            onKept: () => this.#unpackGone(),
            directories,
            list: async () => (await this.#list.list({ limit: Number.POSITIVE_INFINITY, withHidden: true })).items,
            daysOf: (directory) => this.#retention.daysOf(directory),
          })
    this.#list = new SessionList(this.#catalogue, this.#numbers, {
      pendingOf: (sessionId) => this.#upkeep?.pendingOf(sessionId) ?? null,
      isKept: (sessionId) => this.#upkeep?.isKept(sessionId) ?? false,
      keptDaysOf: (root) => (root === this.#unpackedFolder ? null : this.#retention.daysOf(root)),
    })
    this.side = new SideFiles({
      directories,
      ownPrompts: options.ownPrompts,
      find: (sessionId) => this.#sideOf(sessionId),
      listSessions: () => {
        this.#look()
        return this.#catalogue.sessions().map(({ sessionId, mtimeMs }) => ({ sessionId, modifiedMs: mtimeMs }))
      },
      planWriters: () => {
        this.#look()
        return toPlanWriters(this.#catalogue)
      },
    })
    this.#searcher = new Searcher({
      catalogue: this.#catalogue,
      pool: this.#pool,
      workers,
      database: () => this.#index.database,
    })
    this.#isIndexing = mode === 'serve' && options.isIndexing !== false
    this.#follower =
      mode !== 'serve'
        ? null
        : new Follower({
            roots,
            catalogue: this.#catalogue,
            toolUseOf: (session, agent) => this.#threads.toolUseOf(session, agent),
            onChanges: ({ removed }) => {
              this.#updateSoon()
              if (removed.length > 0) this.#unpackSoon()
            },
            follow: options.follow ?? {},
          })
    if (mode !== 'read') this.#pool.warmUp()
    void this.#listFirst()
  }

  get directories(): DirectoryState[] {
    return this.#directories.map(readDirectoryState)
  }

  /** Titles, tags, archive marks and safe copies. `start` it, and what waits is written in the end. */
  get upkeep(): Upkeep {
    if (this.#upkeep === null) throw new ArchiveError('wrong_mode', 'Only an archive with the option upkeep writes.')
    return this.#upkeep
  }

  get progress(): IndexProgress | null {
    return this.#indexer?.progress ?? null
  }

  listSessions(request: SessionListRequest = {}): Promise<SessionPage> {
    this.#look()
    return this.#list.list(request)
  }

  listProjects(): Promise<Project[]> {
    this.#look()
    return this.#list.listProjects()
  }

  findSession(sessionId: string): SessionSummary | null {
    this.#look()
    const session = this.#catalogue.findSession(sessionId)
    return session === null ? null : this.#list.summaryOf(session)
  }

  /** Sees to it that the CLI can go on with a session of which only our copy is left. Null when it can, or there is none. */
  async putBack(sessionId: string): Promise<NotOpened | null> {
    return (await this.#upkeep?.putBack(sessionId)) ?? null
  }

  /** Whether there is a transcript, without looking into it. */
  has(sessionId: string): boolean {
    this.#look()
    return this.#catalogue.findSession(sessionId) !== null
  }

  /** Looks at the folder of a session now, for whoever must know what was written a moment ago. */
  lookAt(sessionId: string): void {
    const session = this.#catalogue.findSession(sessionId)
    if (session === null || this.#follower === null) this.#lookAtAll()
    else this.#follower.look(session.root, session.folder)
  }

  /** Null where there is no such session, or no such message in it. */
  readPage(sessionId: string, request: PageRequest = {}): TranscriptPage | null {
    const thread = this.#threadOf(sessionId)
    return thread === null ? null : readPage(thread, request)
  }

  /** Which line stands behind which, in the session and its agents; null where there is no such session. */
  async readTree(sessionId: string): Promise<SessionTree | null> {
    const thread = this.#threadOf(sessionId)
    return thread && readTree(thread)
  }

  /** The whole session as NDJSON, in pieces of whole lines; with `until`, as far as it was written then. */
  stream(sessionId: string, onDamage?: () => void, until?: Position): AsyncGenerator<Buffer> | null {
    const thread = this.#threadOf(sessionId)
    return thread === null ? null : streamThread(thread, onDamage, until)
  }

  /** Where the whole lines of a session end now: what is written from here on can be followed. */
  readPosition(sessionId: string): Position | null {
    const thread = this.#threadOf(sessionId)
    return thread && Object.fromEntries(filesOf(thread).map(({ file }) => [file.agentId ?? '', readLineEnd(file)]))
  }

  /** Names the file of a session, for as long as nobody puts another in its place. */
  identify(sessionId: string): string | null {
    this.#look()
    const session = this.#catalogue.findSession(sessionId)
    return session && `${session.root}:${session.path}:${session.ino}`
  }

  search(request: SearchRequest): Promise<SearchPage> {
    this.#look()
    return this.#mending(() => this.#searcher.search(request))
  }

  /** Counts first what was not counted yet. */
  async readUsage(request: UsageRequest): Promise<UsageReport> {
    if (request.timeZone !== undefined && !isTimeZone(request.timeZone))
      throw new ArchiveError(
        'bad_time_zone',
        `There is no time zone '${request.timeZone}'. They are named like Europe/Zurich.`,
      )
    return this.#mending(async () => {
      await this.#count()
      // The first count answers for everything else before it is stored.
      if (request.by === 'tool') await this.#indexer?.stored
      if (this.#indexer === null)
        throw new ArchiveError('wrong_mode', "Usage is counted by an archive in the mode 'serve' or 'count'.")
      const report = toUsageReport(this.#numbers, this.#numbers.owners(), request)
      return { ...report, incomplete: this.#indexer.whyIncomplete() }
    })
  }

  async readActivity(timeZone?: string): Promise<Activity> {
    const report = await this.readUsage({ by: 'day', timeZone })
    const { items } = await this.#list.list({ limit: Number.POSITIVE_INFINITY, withHidden: true })
    return toActivity(report, items)
  }

  /** The CLI's own counts, one for each directory that has them. */
  readStats(): { directory: string; stats: StatsCache }[] {
    return this.#directories.flatMap((directory) => {
      const stats = readStatsCache(directory)
      return stats === null ? [] : [{ directory, stats }]
    })
  }

  /** Resolves when everything that is there now was counted and its words were taken. */
  async settle(): Promise<void> {
    this.#lookAtAll()
    await this.#indexer?.update()
  }

  follow(listener: (event: ArchiveEvent) => void): () => void {
    return this.#following().follow(listener)
  }

  /** The lines that are written to a session from a position on. */
  followSession(sessionId: string, from: Position, listener: (event: SessionEvent) => void): () => void {
    return this.#following().followSession(sessionId, from, listener)
  }

  onProgress(listener: (progress: IndexProgress) => void): () => void {
    this.#progressListeners.add(listener)
    return () => this.#progressListeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#updating !== null) clearTimeout(this.#updating)
    if (this.#unpacking !== null) clearTimeout(this.#unpacking)
    this.#follower?.close()
    await this.#upkeep?.stop()
    await this.#indexer?.stored
    this.#index.close()
    await this.#pool.close()
  }

  #mending<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.#index.mending(act, () => this.#numbers.forget())
  }

  #following(): Follower {
    if (this.#follower === null)
      throw new ArchiveError('wrong_mode', "Only an archive in the mode 'serve' follows what is written.")
    return this.#follower
  }

  /** Who is followed is known; everyone else is looked at. */
  #look(): void {
    if (this.#follower === null) this.#catalogue.refresh()
  }

  #lookAtAll(): void {
    if (this.#follower === null) this.#catalogue.refresh()
    else this.#follower.rescan()
  }

  /** Brings sessions into the list of which only a safe copy is left. */
  async #unpackGone(): Promise<void> {
    if (this.#upkeep === null) return
    const { safeFolder } = this.#upkeep
    const hasChanged = await unpackGone({
      safeFolder,
      directories: this.#directories,
      unpackedFolder: this.#unpackedFolder,
    })
    if (hasChanged) this.#lookAtAll()
  }

  /** The CLI's clean-up takes many sessions at once. */
  #unpackSoon(): void {
    if (this.#upkeep === null) return
    this.#unpacking ??= setTimeout(() => {
      this.#unpacking = null
      void this.#unpackGone().then(() => this.#upkeep?.lookForGone())
    }, GATHER_MS).unref()
  }

  async #count(): Promise<void> {
    this.#look()
    await this.#indexer?.count()
  }

  /** Whoever opens the page wants the list first; to count all that is in the files takes the disk and the processor from it. */
  async #listFirst(): Promise<void> {
    if (!this.#isIndexing) return
    if (this.#catalogue.isUnknown)
      void readEndsAside(this.#catalogue, this.#pool, this.#workers, () => this.#isListed || this.#isClosed)
    // What fails here fails again, and is told, for whoever asks.
    await this.#list.list({ limit: Number.POSITIVE_INFINITY }).catch(() => undefined)
    this.#isListed = true
    this.#updateSoon()
  }

  #updateSoon(): void {
    if (!this.#isIndexing || !this.#isListed || this.#isClosed) return
    this.#updating ??= setTimeout(() => {
      this.#updating = null
      this.#indexer?.update()
    }, GATHER_MS).unref()
  }

  #threadOf(sessionId: string): ThreadFile | null {
    const known = this.#follower === null ? this.#catalogue.findSession(sessionId) : null
    // Who follows nothing looks at the folder of the session; at all the others only where it is not there.
    if (known !== null) this.#catalogue.refresh({ root: known.root, folder: known.folder })
    if (this.#catalogue.findSession(sessionId) === null) this.#look()
    return this.#threads.find(sessionId)
  }

  #placeOf(sessionId: string): PlacedSession | null {
    this.#look()
    const session = this.#catalogue.findSession(sessionId)
    if (session === null) return null
    const { root, folder: folderName, mtimeMs, size } = session
    return { root, folderName, sessionId: session.sessionId, mtimeMs, size, isUnpacked: root === this.#unpackedFolder }
  }

  #sideOf(sessionId: string): SideSession | null {
    const thread = this.#threadOf(sessionId)
    if (thread === null) return null
    const projectPath = this.#catalogue.factsOf(thread.file).cwd ?? null
    return { root: thread.file.root, sessionId, projectPath, stream: () => streamThread(thread) }
  }
}
