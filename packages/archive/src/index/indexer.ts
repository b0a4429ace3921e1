import type { DatabaseSync } from 'node:sqlite'
import { ArchiveError } from '../archive-error.ts'
import type { Catalogue } from '../sessions/catalogue.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { FirstCount } from './first-count.ts'
import { findIndexedFile, type IndexedFile, readIndexedFiles } from './index-file.ts'
import { type IndexProgress, NO_PROGRESS, toProgress } from './index-progress.ts'
import type { Answer, Job } from './job.ts'
import { isComplete, readMeta } from './line-numbers.ts'
import { isDamage, openIndex, setAsideIndex } from './open-index.ts'
import type { PackedCount } from './packed-count.ts'
import { Rounds } from './rounds.ts'
import { divide } from './shares.ts'
import { WorkList } from './work-list.ts'
import type { WorkerPool } from './worker-pool.ts'

type CountJob = Extract<Job, { kind: 'count' }>

/** So much is counted at once: what was found in it is held in memory until it is stored. */
const COUNTED_AT_ONCE_BYTES = 4 * 1024 ** 3
/**
 * The words of so much are taken in one go: little at first, so that what is newest is found soon, and then twice as much each time,
 * because FTS5 has the more to merge the more pieces it is given.
 */
const FIRST_WORDS_BYTES = 24 * 1024 * 1024
const MOST_WORDS_BYTES = 192 * 1024 * 1024
/** Words are collected anew when so many lines came since. */
const LINES_BEHIND = 4000

/** Keeps the index up with the catalogue: counts first, newest first, then words. One round at a time. */
export class Indexer {
  readonly #folder: string
  readonly #catalogue: Catalogue
  readonly #pool: WorkerPool
  readonly #workers: number
  readonly #onProgress: (progress: IndexProgress) => void
  readonly #onCounted: (files: readonly TranscriptFile[]) => void
  #database: DatabaseSync
  readonly #work: WorkList
  #progress = NO_PROGRESS
  readonly #counts = new Rounds(() => this.#guard(() => this.#countAll()))
  readonly #updates = new Rounds(async () => {
    await this.count()
    await this.#storing
    await this.#guard(() => this.#wordAll())
  })
  #storing: Promise<void> = Promise.resolve()
  #unstored: FirstCount | null = null
  /** Of the catalogue, when everything in it was counted. */
  #countedVersion = -1
  #isClosed = false
  #damages = 0

  constructor(options: {
    folder: string
    catalogue: Catalogue
    pool: WorkerPool
    workers: number
    onProgress: (progress: IndexProgress) => void
    /** Of these there are other numbers than before. */
    onCounted: (files: readonly TranscriptFile[]) => void
  }) {
    this.#folder = options.folder
    this.#catalogue = options.catalogue
    this.#work = new WorkList(options.catalogue)
    this.#pool = options.pool
    this.#workers = options.workers
    this.#onProgress = options.onProgress
    this.#onCounted = options.onCounted
    this.#database = openIndex(this.#folder, 'write') as DatabaseSync
    try {
      this.#loadAll()
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#startAnew()
    }
  }

  get database(): DatabaseSync {
    return this.#database
  }

  get progress(): IndexProgress {
    return this.#progress
  }

  /** The very first count, until the index has it. */
  get unstored(): FirstCount | null {
    return this.#unstored
  }

  /** Resolves when everything that was counted is in the index. */
  get stored(): Promise<void> {
    return this.#storing
  }

  /** Resolves when every file of the catalogue was counted; the first time, what was found is stored afterwards. */
  count(): Promise<void> {
    return this.#counts.ask()
  }

  /** Resolves when the words of every file were taken too. */
  update(): Promise<void> {
    return this.#updates.ask()
  }

  /** Why numbers may lack something after a count, as a sentence; null where they are whole. */
  whyIncomplete(): string | null {
    const { state, problem } = this.#progress
    if (state === 'failed') return `Not everything could be counted: ${problem ?? 'the index cannot be used'}`
    const unread = this.#catalogue.files().filter((file) => this.#catalogue.findIndexed(file) === null)
    const [first] = unread
    if (first === undefined) return null
    const others = unread.length === 1 ? '' : ` and ${unread.length - 1} more`
    return `Not everything could be counted: ${first.path}${others} cannot be read`
  }

  close(): void {
    this.#isClosed = true
    this.#database.close()
  }

  /** A damaged index is set aside and made anew, once. */
  async #guard(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (this.#isClosed || (error instanceof ArchiveError && error.code === 'closed')) return
      const isDamaged = error instanceof ArchiveError && error.code === 'index_damaged'
      if (isDamaged && this.#damages++ === 0) {
        await this.rebuild()
        await this.#guard(act)
        return
      }
      this.#work.clear()
      this.#countedVersion = -1
      this.#report({ ...this.#progress, state: 'failed', problem: (error as Error).message })
    }
  }

  /** Sets a damaged index aside and begins with an empty one. */
  async rebuild(): Promise<void> {
    await this.#pool.restart()
    this.#startAnew()
  }

  #startAnew(): void {
    this.#database.close()
    setAsideIndex(this.#folder)
    this.#work.clear()
    this.#database = openIndex(this.#folder, 'write') as DatabaseSync
    this.#loadAll()
  }

  async #countAll(): Promise<void> {
    if (this.#catalogue.version === this.#countedVersion) return
    await this.#storing
    const missing = this.#catalogue.listMissing()
    if (missing.length > 0) {
      await this.#pool.run({ kind: 'forget', files: missing.map(({ root, path }) => ({ root, path })) }, true)
      // Copies of what is gone are to be counted again.
      this.#work.forgetCounts()
      this.#loadAll()
    }
    for (;;) {
      const { version } = this.#catalogue
      const files = this.#work.listUncounted()
      const batch = this.#work.takeUncounted(files, COUNTED_AT_ONCE_BYTES)
      this.#reportCounts('counting', files.length)
      if (batch.length === 0) {
        this.#countedVersion = version
        return
      }
      const shares = divide(batch, this.#workers).map((share) =>
        share.map((file) => ({ file, known: this.#catalogue.findIndexed(file) })),
      )
      if (batch.length === files.length && this.#catalogue.isUnknown) {
        await this.#countFirst(shares, version)
        this.#onCounted(batch)
        return
      }
      const counted = shares.map((share) => this.#pool.run({ kind: 'count', files: share, isFirst: false }, true))
      await this.#store(counted)
      this.#load(batch)
      this.#onCounted(batch)
    }
  }

  /** Resolves when everything was counted, and goes on to store it. */
  async #countFirst(shares: CountJob['files'][], version: number): Promise<void> {
    const counted: Promise<Answer>[] = []
    const packed = shares.map(
      (files) =>
        new Promise<PackedCount>((resolve, reject) => {
          const answer = this.#pool.run({ kind: 'count', files, isFirst: true }, true, resolve)
          // What comes ahead has come by then, and this says nothing any more.
          answer.then(() => reject(new ArchiveError('worker_failed', 'The worker counted nothing.')), reject)
          counted.push(answer)
        }),
    )
    this.#unstored = new FirstCount(await Promise.all(packed))
    const isCurrent = this.#catalogue.version === version
    this.#catalogue.setIndexed(this.#unstored.files, true)
    // What came while this was counted waits for the next round, because it waits until this is stored.
    if (isCurrent) this.#countedVersion = this.#catalogue.version
    this.#reportCounts('counting')
    this.#storing = this.#guard(() => this.#storeFirst(counted))
  }

  async #store(counted: readonly Promise<Answer>[]): Promise<void> {
    const answers = await Promise.all(counted)
    await this.#pool.run({ kind: 'store', counted: answers.flatMap(({ counted: bytes }) => bytes ?? []) }, true)
  }

  async #storeFirst(counted: readonly Promise<Answer>[]): Promise<void> {
    await this.#store(counted)
    const isCurrent = this.#countedVersion === this.#catalogue.version
    this.#unstored = null
    this.#loadAll()
    if (isCurrent) this.#countedVersion = this.#catalogue.version
    this.#reportCounts('counting')
  }

  async #wordAll(): Promise<void> {
    for (let bytes = FIRST_WORDS_BYTES; ; bytes = Math.min(2 * bytes, MOST_WORDS_BYTES)) {
      const batch = this.#work.takeUnworded(bytes)
      this.#reportCounts(batch.length === 0 ? 'ready' : 'wording')
      if (batch.length === 0) break
      await this.#pool.run({ kind: 'words', files: batch })
      this.#load(batch)
    }
    if (!isComplete(this.#database) || this.#linesBehind() > LINES_BEHIND) await this.#pool.run({ kind: 'complete' })
  }

  #linesBehind(): number {
    const covered = this.#database.prepare('SELECT covered_to FROM vocabulary').get()?.covered_to as number | undefined
    return (readMeta(this.#database, 'highest_line') ?? 0) - (covered ?? 0)
  }

  #loadAll(): void {
    this.#catalogue.setIndexed(readIndexedFiles(this.#database), true)
  }

  #load(files: readonly TranscriptFile[]): void {
    if (files.length > 200) {
      this.#loadAll()
      return
    }
    const rows = files.map((file) => findIndexedFile(this.#database, file.root, file.path))
    this.#catalogue.setIndexed(
      rows.filter((row): row is IndexedFile => row !== null),
      false,
    )
  }

  #reportCounts(state: IndexProgress['state'], uncounted = 0): void {
    this.#report(toProgress(this.#catalogue, state, uncounted))
  }

  #report(progress: IndexProgress): void {
    this.#progress = progress
    this.#onProgress(progress)
  }
}
