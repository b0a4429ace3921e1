import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type DirectoryState, readDirectoryState } from './data-directory.ts'
import type { ArchiveEvent, Position, SessionEvent } from './follow/follow-event.ts'
import { Follower, type FollowOptions } from './follow/follower.ts'
import { readIndexedFiles } from './index/index-file.ts'
import { Indexer, type IndexProgress } from './index/indexer.ts'
import { isDamage, openIndex } from './index/open-index.ts'
import { WorkerPool } from './index/worker-pool.ts'
import { Searcher, type SearchPage, type SearchRequest } from './search/searcher.ts'
import { Catalogue, type SessionFile } from './sessions/catalogue.ts'
import type { TranscriptFile } from './sessions/list-transcripts.ts'
import { type Project, SessionList, type SessionListRequest, type SessionPage } from './sessions/session-list.ts'
import type { SessionSummary } from './sessions/session-summary.ts'
import { readLineEnd } from './transcripts/read-line-end.ts'
import { readLinks } from './transcripts/read-links.ts'
import { type PageRequest, readPage, type TranscriptPage } from './transcripts/read-page.ts'
import { streamThread } from './transcripts/stream-thread.ts'
import { filesOf, type ThreadFile, toThread } from './transcripts/thread.ts'
import { unpackGone } from './unpack-gone.ts'
import { type Activity, toActivity } from './usage/activity.ts'
import { Numbers } from './usage/numbers.ts'
import { readStatsCache, type StatsCache } from './usage/read-stats-cache.ts'
import { toUsageReport, type UsageReport, type UsageRequest } from './usage/usage-report.ts'

export interface ArchiveOptions {
  /** Data directories of the CLI. */
  directories: readonly string[]
  /** The folder for our index. */
  data: string
  /** Where safe copies are: sessions that the CLI has deleted are listed and searched from there. */
  safeCopies?: string
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
  readonly #directories: readonly string[]
  readonly #unpackedFolder: string
  readonly #safeCopies: string | null
  readonly #catalogue: Catalogue
  readonly #pool: WorkerPool
  readonly #indexer: Indexer | null
  #readOnly: DatabaseSync | null
  readonly #numbers: Numbers
  readonly #list: SessionList
  readonly #searcher: Searcher
  readonly #follower: Follower | null
  readonly #isIndexing: boolean
  readonly #progressListeners = new Set<(progress: IndexProgress) => void>()
  #updating: NodeJS.Timeout | null = null

  constructor(options: ArchiveOptions) {
    const { directories, data, mode, workers = Math.min(2, availableParallelism()) } = options
    this.#directories = directories
    this.#unpackedFolder = join(data, 'unpacked')
    this.#safeCopies = options.safeCopies ?? null
    const roots = [...directories, this.#unpackedFolder]
    this.#catalogue = new Catalogue(roots)
    const url = options.workerUrl ?? new URL('./worker.ts', import.meta.url)
    this.#pool = new WorkerPool({ url, folder: data, size: workers })
    const onProgress = (progress: IndexProgress) => {
      this.#numbers?.forget()
      for (const listener of this.#progressListeners) listener(progress)
    }
    this.#indexer =
      mode === 'read'
        ? null
        : new Indexer({ folder: data, catalogue: this.#catalogue, pool: this.#pool, workers, onProgress })
    this.#readOnly = mode === 'read' ? openIndex(data, 'read') : null
    if (this.#readOnly !== null) this.#loadReadOnly(this.#readOnly)
    this.#catalogue.refresh()
    this.#numbers = new Numbers(
      this.#catalogue,
      () => this.#database(),
      () => this.#indexer?.unstored ?? null,
    )
    this.#list = new SessionList(this.#catalogue, this.#numbers)
    this.#searcher = new Searcher({
      catalogue: this.#catalogue,
      pool: this.#pool,
      workers,
      database: () => this.#database(),
    })
    this.#isIndexing = mode === 'serve' && options.isIndexing !== false
    this.#follower =
      mode !== 'serve'
        ? null
        : new Follower({
            roots,
            catalogue: this.#catalogue,
            toolUseOf: (session, agent) => this.#toolUseOf(session, agent),
            onChanges: () => this.#updateSoon(),
            follow: options.follow ?? {},
          })
    this.#updateSoon()
  }

  get directories(): DirectoryState[] {
    return this.#directories.map(readDirectoryState)
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

  /** Null where there is no such session, or no such message in it. */
  readPage(sessionId: string, request: PageRequest = {}): TranscriptPage | null {
    const thread = this.#threadOf(sessionId)
    return thread === null ? null : readPage(thread, request)
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
    return this.#mending(async () => {
      await this.#count()
      if (this.#indexer === null) throw new Error('Usage needs an archive that may write its index.')
      return toUsageReport(this.#numbers, this.#numbers.owners(), request)
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

  /** Brings sessions back into the list that only have a safe copy; to be called when the CLI or we took something away. */
  async unpackSafeCopies(): Promise<void> {
    if (this.#safeCopies === null) return
    const unpackedFolder = this.#unpackedFolder
    await unpackGone({ safeFolder: this.#safeCopies, directories: this.#directories, unpackedFolder })
    if (this.#follower === null) this.#catalogue.refresh()
    else this.#follower.rescan()
  }

  /** Resolves when everything that is there now was counted and its words were taken. */
  async settle(): Promise<void> {
    this.#catalogue.refresh()
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
    if (this.#updating !== null) clearTimeout(this.#updating)
    this.#follower?.close()
    await this.#indexer?.stored
    this.#indexer?.close()
    this.#readOnly?.close()
    await this.#pool.close()
  }

  /** A damaged index is noticed when it is used: without it, the same question has the same answer. */
  async #mending<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (!isDamage(error)) throw error
      if (this.#indexer === null) this.#dropReadOnly()
      else await this.#indexer.rebuild()
      this.#numbers.forget()
      return act()
    }
  }

  #loadReadOnly(database: DatabaseSync): void {
    try {
      this.#catalogue.setIndexed(readIndexedFiles(database), true)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#dropReadOnly()
    }
  }

  #dropReadOnly(): void {
    this.#readOnly?.close()
    this.#readOnly = null
    this.#catalogue.setIndexed([], true)
  }

  #following(): Follower {
    if (this.#follower === null) throw new Error("Only an archive in the mode 'serve' follows what is written.")
    return this.#follower
  }

  #database(): DatabaseSync | null {
    return this.#indexer?.database ?? this.#readOnly
  }

  /** Who is followed is known; everyone else is looked at. */
  #look(): void {
    if (this.#follower === null) this.#catalogue.refresh()
  }

  async #count(): Promise<void> {
    this.#look()
    await this.#indexer?.count()
  }

  #updateSoon(): void {
    if (!this.#isIndexing) return
    this.#updating ??= setTimeout(() => {
      this.#updating = null
      this.#indexer?.update()
    }, GATHER_MS).unref()
  }

  #threadOf(sessionId: string): ThreadFile | null {
    this.#look()
    const session = this.#catalogue.findSession(sessionId)
    if (session === null) return null
    const agents = this.#catalogue.agentsOf(session)
    return toThread(session, agents.length === 0 ? [] : readLinks(session, agents, this.#knownCalls(session, agents)))
  }

  #toolUseOf(session: SessionFile, agent: TranscriptFile): string | null {
    return readLinks(session, [agent], this.#knownCalls(session, [agent]))[0]?.toolUseId ?? null
  }

  #knownCalls(session: SessionFile, agents: readonly TranscriptFile[]): Record<string, string> {
    const rows = [session, ...agents].map((file) => this.#catalogue.findIndexed(file)?.agentCalls ?? {})
    return Object.assign({}, ...rows)
  }
}
