import type { Archive } from '@quarterdeck/archive'
import type { SessionSource, SessionSources } from '../hub/live/session-log.ts'
import { ServerError } from '../server-error.ts'
import { Feed } from './feed.ts'
import { createLogPresent } from './log-present.ts'
import { countLines, readFirstLine } from './past.ts'
import { createTranscriptPresent, toTranscriptEpoch } from './transcript-present.ts'

/** A feed that nobody reads stays for so long: whoever was cut off comes back soon. */
const KEEP_MS = 30_000

interface Entry {
  feed: Promise<Feed>
  readers: number
  ids: readonly string[]
  timer: NodeJS.Timeout | null
}

/** A feed in use. */
export interface UsedFeed {
  feed: Feed
  sessionId: string
  /** All ids the session goes by. */
  ids: readonly string[]
  release(): void
}

/** The feeds of the sessions that somebody reads. */
export class Feeds {
  readonly #sources: SessionSources
  readonly #archive: Archive | null
  readonly #keepMs: number
  readonly #entries = new Map<string, Entry>()
  readonly #unsubscribe: () => void

  constructor(sources: SessionSources, archive: Archive | null, { keepMs = KEEP_MS } = {}) {
    this.#sources = sources
    this.#archive = archive
    this.#keepMs = keepMs
    this.#unsubscribe = sources.onSourceChange((sessionId) => void this.#replace(sessionId))
  }

  /** By any id the session goes or went by. Throws `not_found`. */
  async open(id: string): Promise<UsedFeed> {
    const source = await this.#sources.openSource(id)
    const { sessionId, ids } = source
    const entry = this.#entries.get(sessionId) ?? this.#add(source)
    entry.readers += 1
    if (entry.timer !== null) clearTimeout(entry.timer)
    entry.timer = null
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      entry.readers -= 1
      if (entry.readers === 0) entry.timer = setTimeout(() => this.#remove(sessionId, entry), this.#keepMs).unref()
    }
    try {
      const feed = await entry.feed
      if (!feed.isReplaced) return { feed, sessionId, ids, release }
      release()
      this.#remove(sessionId, entry)
      return await this.open(id)
    } catch (error) {
      release()
      this.#remove(sessionId, entry)
      throw error
    }
  }

  close(): void {
    this.#unsubscribe()
    for (const [sessionId, entry] of this.#entries) this.#remove(sessionId, entry)
  }

  #add(source: SessionSource): Entry {
    const feed = source.kind === 'log' ? this.#openLog(source) : this.#openTranscript(source.sessionId)
    const entry: Entry = { feed, readers: 0, ids: source.ids, timer: null }
    this.#entries.set(source.sessionId, entry)
    return entry
  }

  #openLog({ kept, history }: Extract<SessionSource, { kind: 'log' }>): Promise<Feed> {
    return Feed.open(this.#archive, history, createLogPresent(kept, history?.lines ?? 0))
  }

  async #openTranscript(sessionId: string): Promise<Feed> {
    const archive = this.#archive
    const position = archive?.readPosition(sessionId) ?? null
    const identity = archive?.identify(sessionId) ?? null
    if (archive === null || position === null || identity === null)
      throw new ServerError('not_found', `There is no session '${sessionId}'.`)
    const past = { sessionId, position, lines: await countLines(archive, sessionId, position) }
    const epoch = toTranscriptEpoch(`${identity} ${await readFirstLine(archive, past)}`, position)
    return Feed.open(archive, past, createTranscriptPresent(archive, past, epoch))
  }

  async #replace(sessionId: string): Promise<void> {
    const entry = this.#entries.get(sessionId)
    if (entry === undefined) return
    this.#entries.delete(sessionId)
    if (entry.timer !== null) clearTimeout(entry.timer)
    const feed = await entry.feed.catch(() => null)
    feed?.replace()
    feed?.close()
  }

  #remove(sessionId: string, entry: Entry): void {
    if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId)
    if (entry.timer !== null) clearTimeout(entry.timer)
    void entry.feed.then(
      (feed) => feed.close(),
      () => undefined,
    )
  }
}
