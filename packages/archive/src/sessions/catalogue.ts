import type { IndexedFile } from '../index/index-file.ts'
import {
  listProjectFolders,
  listTranscripts,
  type ProjectListing,
  statTranscript,
  type TranscriptFile,
} from './list-transcripts.ts'
import { readFactsOf } from './read-facts-of.ts'
import { readSessionFolder, readSessionsIndex } from './read-side-facts.ts'
import type { SessionFacts } from './session-facts.ts'
import type { SideFacts } from './session-summary.ts'

export type SessionFile = TranscriptFile & { sessionId: string }

/** What changed since the last look. */
export interface Changes {
  /** Not there before. */
  added: TranscriptFile[]
  /** Grown, cut short or exchanged, or something beside it has changed. */
  changed: TranscriptFile[]
  removed: TranscriptFile[]
}

export function createChanges(): Changes {
  return { added: [], changed: [], removed: [] }
}

export function isNothing({ added, changed, removed }: Changes): boolean {
  return added.length + changed.length + removed.length === 0
}

/** Which transcripts there are, and what their ends say. Everything else asks here first. */
export class Catalogue {
  readonly #roots: readonly string[]
  readonly #listings = new Map<string, ProjectListing>()
  readonly #sessionsIndexes = new Map<string, ReturnType<typeof readSessionsIndex>>()
  #indexed = new Map<string, IndexedFile>()
  readonly #facts = new Map<string, { stamp: string; facts: SessionFacts }>()
  readonly #side = new Map<string, { stamp: number | undefined; indexed: unknown; side: SideFacts }>()
  #sessions: SessionFile[] | null = null
  #byId = new Map<string, SessionFile>()
  #agents: Map<string, TranscriptFile[]> | null = null
  #version = 0

  constructor(roots: readonly string[]) {
    this.#roots = roots
  }

  /** Another number whenever there is something new to know. */
  get version(): number {
    return this.#version
  }

  /** Looks at all folders again, or at one. */
  refresh(only?: { root: string; folder: string }): Changes {
    const changes = createChanges()
    if (only !== undefined) this.#refreshFolder(only.root, only.folder, changes)
    else {
      const seen = new Set<string>()
      for (const root of this.#roots) {
        for (const folder of listProjectFolders(root)) {
          seen.add(toKey(root, folder))
          this.#refreshFolder(root, folder, changes)
        }
      }
      for (const [key, listing] of this.#listings) {
        if (seen.has(key)) continue
        changes.removed.push(...listing.files)
        this.#listings.delete(key)
      }
    }
    for (const file of changes.removed) this.#facts.delete(toKey(file.root, file.path))
    if (!isNothing(changes)) this.#forget()
    return changes
  }

  /** Looks at one file again, which a watcher named; what is new in ways that a file alone does not show is left to `refresh`. */
  refreshFile(root: string, folder: string, name: string): Changes | null {
    const listing = this.#listings.get(toKey(root, folder))
    const at = listing?.files.findIndex((file) => file.path === `projects/${folder}/${name}`) ?? -1
    const old = listing?.files[at]
    if (listing === undefined || old === undefined) return null
    const now = statTranscript(old)
    if (now === null) return null
    if (now.size === old.size && now.mtimeMs === old.mtimeMs && now.ino === old.ino) return createChanges()
    listing.files[at] = now
    this.#forget()
    return { ...createChanges(), changed: [now] }
  }

  /** What the index knows: of all files, or anew of some. */
  setIndexed(files: readonly IndexedFile[], isAll: boolean): void {
    if (isAll) this.#indexed = new Map()
    for (const file of files) this.#indexed.set(toKey(file.root, file.path), file)
    this.#agents = null
    this.#version++
  }

  #forget(): void {
    this.#sessions = null
    this.#agents = null
    this.#version++
  }

  /** Null too where the file is no longer the one that was indexed. */
  findIndexed(file: TranscriptFile): IndexedFile | null {
    const known = this.#indexed.get(toKey(file.root, file.path))
    return known !== undefined && known.ino === file.ino && known.countedTo <= file.size ? known : null
  }

  /** Whether the index knows of no file at all. */
  get isUnknown(): boolean {
    return this.#indexed.size === 0
  }

  /** All that the index knows and that is no longer there. */
  listMissing(): IndexedFile[] {
    const present = new Set(this.files().map((file) => toKey(file.root, file.path)))
    return [...this.#indexed.values()].filter(
      ({ root, path }) => this.#roots.includes(root) && !present.has(toKey(root, path)),
    )
  }

  files(): TranscriptFile[] {
    return [...this.#listings.values()].flatMap((listing) => listing.files)
  }

  /** Newest first; of two with the same id the newer. */
  sessions(): readonly SessionFile[] {
    if (this.#sessions !== null) return this.#sessions
    const main = this.files().filter((file): file is SessionFile => file.agentId === null && file.sessionId !== null)
    main.sort((one, other) => other.mtimeMs - one.mtimeMs || (one.sessionId < other.sessionId ? -1 : 1))
    this.#byId = new Map()
    for (const file of main) if (!this.#byId.has(file.sessionId)) this.#byId.set(file.sessionId, file)
    this.#sessions = [...this.#byId.values()]
    return this.#sessions
  }

  findSession(sessionId: string): SessionFile | null {
    this.sessions()
    return this.#byId.get(sessionId) ?? null
  }

  /** The files of a session's subagents, those that lie loose in the project's folder included. */
  agentsOf(session: SessionFile): readonly TranscriptFile[] {
    if (this.#agents === null) {
      this.#agents = new Map()
      for (const file of this.files()) {
        if (file.agentId === null) continue
        const sessionId = file.sessionId ?? this.factsOf(file).sessionId
        if (sessionId === undefined) continue
        const key = toKey(file.root, sessionId)
        const agents = this.#agents.get(key)
        if (agents === undefined) this.#agents.set(key, [file])
        else agents.push(file)
      }
    }
    return this.#agents.get(toKey(session.root, session.sessionId)) ?? []
  }

  /** From the index where it knows the file, and from its ends what was written since. */
  factsOf(file: TranscriptFile): SessionFacts {
    const key = toKey(file.root, file.path)
    const known = this.findIndexed(file)
    const isCounted = known !== null && known.countedTo > 0
    const stamp = toStamp(file, known)
    const cached = this.#facts.get(key)
    if (cached?.stamp === stamp) return cached.facts
    const facts = isCounted && known.countedTo === file.size ? known.facts : readFactsOf(file, isCounted ? known : null)
    this.#facts.set(key, { stamp, facts })
    return facts
  }

  /** What somebody else has read in the ends of a file, of which the index knows nothing. */
  setEnds(file: TranscriptFile, facts: SessionFacts): void {
    this.#facts.set(toKey(file.root, file.path), { stamp: toStamp(file, null), facts })
  }

  sideOf(session: SessionFile): SideFacts {
    const key = toKey(session.root, session.folder)
    const stamp = this.#listings.get(key)?.sessionFolders.get(session.sessionId)
    let indexed = this.#sessionsIndexes.get(key)
    if (indexed === undefined) {
      indexed = readSessionsIndex(session.root, session.folder)
      this.#sessionsIndexes.set(key, indexed)
    }
    const cached = this.#side.get(session.path)
    if (cached !== undefined && cached.stamp === stamp && cached.indexed === indexed) return cached.side
    const side = stamp === undefined ? {} : readSessionFolder(session.root, session.folder, session.sessionId)
    const whole = { ...side, indexed: indexed.get(session.sessionId) }
    this.#side.set(session.path, { stamp, indexed, side: whole })
    return whole
  }

  #refreshFolder(root: string, folder: string, changes: Changes): void {
    const key = toKey(root, folder)
    const before = new Map(this.#listings.get(key)?.files.map((file) => [file.path, file]))
    const listing = listTranscripts(root, folder)
    const files: TranscriptFile[] = []
    for (const file of listing.files) {
      const old = before.get(file.path)
      before.delete(file.path)
      const isSame = old?.size === file.size && old.mtimeMs === file.mtimeMs && old.ino === file.ino
      if (old === undefined) changes.added.push(file)
      else if (!isSame) changes.changed.push(file)
      files.push(isSame ? old : file)
    }
    changes.removed.push(...before.values())
    // A title or a mark beside a transcript is news of its session too.
    const known = this.#listings.get(key)?.sessionFolders
    for (const file of files) {
      const id = file.agentId === null ? (file.sessionId ?? '') : ''
      const isNews = known !== undefined && known.get(id) !== listing.sessionFolders.get(id)
      if (isNews && !changes.added.includes(file) && !changes.changed.includes(file)) changes.changed.push(file)
    }
    this.#listings.set(key, { ...listing, files })
    this.#sessionsIndexes.delete(key)
  }
}

function toStamp({ ino, size, mtimeMs }: TranscriptFile, known: IndexedFile | null): string {
  return `${ino} ${size} ${mtimeMs} ${known?.countedTo ?? 0}`
}

function toKey(root: string, rest: string): string {
  return `${root}\n${rest}`
}
