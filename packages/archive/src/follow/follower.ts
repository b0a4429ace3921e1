import { basename } from 'node:path'
import { type Catalogue, type Changes, createChanges, isNothing, type SessionFile } from '../sessions/catalogue.ts'
import { listProjectFolders, type TranscriptFile } from '../sessions/list-transcripts.ts'
import { ChangeGatherer } from './change-gatherer.ts'
import { FileFollower } from './file-follower.ts'
import { BESIDE, FolderWatcher, type Watch, watchFolder } from './folder-watcher.ts'
import type { ArchiveEvent, Position, SessionEvent, SideArea } from './follow-event.ts'

export interface FollowOptions {
  /** How folders are watched; for tests that lose events. */
  watch?: Watch
  /** How often everything is looked at, for what no event told of. */
  rescanMs?: number
  /** Changes of sessions are told at once, and then no more often than this. */
  tellEveryMs?: number
}

type ToolUseOf = (session: SessionFile, agent: TranscriptFile) => string | null

interface Subscription {
  sessionId: string
  listener: (event: SessionEvent) => void
  files: Map<string, FileFollower>
  from: Position
}

const RESCAN_MS = 5000
/** Where the system cannot watch, looking is all there is. */
const RESCAN_BLIND_MS = 500
/** As often as a person can see a row of a list change. */
const TELL_EVERY_MS = 250
/** Several lines are often written at once. */
const GATHER_MS = 15
const SIDE_AREAS: readonly SideArea[] = ['todos', 'tasks', 'file-history']
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Notices what others write, and tells those who follow. */
export class Follower {
  readonly #roots: readonly string[]
  readonly #catalogue: Catalogue
  readonly #toolUseOf: ToolUseOf
  readonly #onChanges: (changes: Changes) => void
  readonly #watchers: FolderWatcher[]
  readonly #listeners = new Set<(event: ArchiveEvent) => void>()
  readonly #subscriptions = new Set<Subscription>()
  readonly #gatherer: ChangeGatherer
  readonly #gathered = new Map<string, { root: string; path: string; names: Set<string | null> }>()
  readonly #rescanMs: number
  #gathering: NodeJS.Timeout | null = null
  #rescanning: NodeJS.Timeout | null = null

  constructor(options: {
    roots: readonly string[]
    catalogue: Catalogue
    toolUseOf: ToolUseOf
    onChanges: (changes: Changes) => void
    follow: FollowOptions
  }) {
    this.#roots = options.roots
    this.#catalogue = options.catalogue
    this.#toolUseOf = options.toolUseOf
    this.#onChanges = options.onChanges
    this.#rescanMs = options.follow.rescanMs ?? RESCAN_MS
    const { watch = watchFolder, tellEveryMs = TELL_EVERY_MS } = options.follow
    this.#gatherer = new ChangeGatherer(tellEveryMs, (changes) => this.#tell({ kind: 'sessions', ...changes }))
    this.#watchers = this.#roots.map(
      (root) => new FolderWatcher(root, watch, (path, name) => this.#note(root, path, name)),
    )
    this.#watchAll()
    this.#scheduleRescan()
  }

  /** Everything that happens, in few words. Returns what ends it. */
  follow(listener: (event: ArchiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The lines of one session from a position on, its subagents' included. Returns what ends it. */
  followSession(sessionId: string, from: Position, listener: (event: SessionEvent) => void): () => void {
    const subscription: Subscription = { sessionId, listener, files: new Map(), from }
    this.#subscriptions.add(subscription)
    const session = this.#catalogue.findSession(sessionId)
    if (session !== null) {
      this.#watchSession(session)
      this.#read(subscription)
    }
    return () => this.#subscriptions.delete(subscription)
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    if (this.#rescanning !== null) clearTimeout(this.#rescanning)
    for (const watcher of this.#watchers) watcher.close()
    this.#gatherer.close()
    this.#listeners.clear()
    this.#subscriptions.clear()
  }

  /** Looks at everything, for what no event told of. */
  rescan(): void {
    this.#watchAll()
    this.#apply(this.#catalogue.refresh())
  }

  /** Looks at one project's folder, in which something was just written. */
  look(root: string, folder: string): void {
    this.#apply(this.#catalogue.refresh({ root, folder }))
  }

  /** Something else about these sessions is new: what was counted in them, or what waits to be written. */
  tellChanged(sessionIds: readonly string[]): void {
    const isThere = (sessionId: string) => this.#catalogue.findSession(sessionId) !== null
    this.#gatherer.add('changed', sessionIds.filter(isThere))
    this.#gatherer.flush()
  }

  #watchAll(): void {
    this.#roots.forEach((root, index) => {
      const watcher = this.#watchers[index]
      // Before they are listed: a folder that comes in between is told of.
      watcher?.add(['projects', ...SIDE_AREAS])
      watcher?.add(listProjectFolders(root).map((folder) => `projects/${folder}`))
    })
  }

  #watchSession({ root, folder, sessionId }: SessionFile): void {
    const at = `projects/${folder}/${sessionId}`
    const watcher = this.#watchers[this.#roots.indexOf(root)]
    watcher?.addDeep([at, `${at}/subagents`, `file-history/${sessionId}`, `tasks/${sessionId}`])
  }

  #scheduleRescan(): void {
    const isBlind = this.#watchers.some((watcher) => watcher.isBlind)
    const afterMs = isBlind ? Math.min(RESCAN_BLIND_MS, this.#rescanMs) : this.#rescanMs
    this.#rescanning = setTimeout(() => {
      this.rescan()
      this.#scheduleRescan()
    }, afterMs).unref()
  }

  #note(root: string, path: string, name: string | null): void {
    const key = `${root}\n${path}`
    const known = this.#gathered.get(key)
    if (known === undefined) this.#gathered.set(key, { root, path, names: new Set([name]) })
    else known.names.add(name)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null
      const all = [...this.#gathered.values()]
      this.#gathered.clear()
      for (const gathered of all) this.#look(gathered.root, gathered.path, gathered.names)
    }, GATHER_MS).unref()
  }

  #look(root: string, path: string, names: ReadonlySet<string | null>): void {
    const [area = '', folder, sessionId] = path.split('/')
    if (area === BESIDE) {
      if (names.has(basename(root)) || names.has(null)) this.rescan()
    } else if (area === 'projects' && folder !== undefined)
      this.#lookInProject(root, folder, sessionId === undefined ? names : null)
    else if ((SIDE_AREAS as readonly string[]).includes(area)) this.#tellSide(root, area as SideArea, folder, names)
    else if (area === 'projects' || names.has('projects') || SIDE_AREAS.some((side) => names.has(side))) this.rescan()
  }

  #lookInProject(root: string, folder: string, names: ReadonlySet<string | null> | null): void {
    const changes = createChanges()
    for (const name of names ?? [null]) {
      const found = name === null ? null : this.#catalogue.refreshFile(root, folder, name)
      if (found === null) {
        this.look(root, folder)
        break
      }
      changes.changed.push(...found.changed)
    }
    this.#apply(changes)
  }

  #tellSide(root: string, area: SideArea, folder: string | undefined, names: ReadonlySet<string | null>): void {
    const ids = folder === undefined ? [...names].map((name) => (name === null ? null : toSessionId(name))) : [folder]
    for (const sessionId of new Set(ids)) this.#tell({ kind: 'side', directory: root, area, sessionId })
    const session = ids[0] ? this.#catalogue.findSession(ids[0]) : null
    if (session !== null) this.#watchSession(session)
  }

  #apply(changes: Changes): void {
    if (isNothing(changes)) return
    const ofMain = (files: readonly TranscriptFile[]) =>
      files.flatMap((file) => (file.agentId === null && file.sessionId !== null ? [file.sessionId] : []))
    const written = [...changes.added, ...changes.changed]
    const removed = new Set(ofMain(changes.removed))
    const concerned = new Set([...written, ...changes.removed].flatMap((file) => this.#sessionOf(file)))
    for (const sessionId of written.flatMap((file) => this.#sessionOf(file))) {
      const session = this.#catalogue.findSession(sessionId)
      if (session !== null) this.#watchSession(session)
    }
    for (const subscription of this.#subscriptions) if (concerned.has(subscription.sessionId)) this.#read(subscription)
    this.#onChanges(changes)
    const added = new Set(ofMain(changes.added).filter((sessionId) => !removed.has(sessionId)))
    for (const sessionId of concerned) {
      const isThere = this.#catalogue.findSession(sessionId) !== null
      // A copy of it may lie in another folder; and an agent's file without its session is no row of a list.
      if (isThere) this.#gatherer.add(added.has(sessionId) ? 'added' : 'changed', [sessionId])
      else if (removed.has(sessionId)) this.#gatherer.add('removed', [sessionId])
    }
    this.#gatherer.flush()
  }

  #sessionOf(file: TranscriptFile): string[] {
    const sessionId = file.sessionId ?? this.#catalogue.factsOf(file).sessionId
    return sessionId === undefined ? [] : [sessionId]
  }

  #read(subscription: Subscription): void {
    const session = this.#catalogue.findSession(subscription.sessionId)
    if (session !== null) {
      for (const file of [session, ...this.#catalogue.agentsOf(session)]) {
        if (subscription.files.has(file.path)) continue
        const isMain = file.agentId === null
        const toolUseId = isMain ? null : this.#toolUseOf(session, file)
        const from = subscription.from[file.agentId ?? ''] ?? 0
        subscription.files.set(file.path, new FileFollower(file, toolUseId, from))
      }
    }
    for (const follower of subscription.files.values())
      for (const event of follower.read()) if (this.#subscriptions.has(subscription)) subscription.listener(event)
  }

  #tell(event: ArchiveEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** `todos/<session>-agent-<agent>.json` */
function toSessionId(name: string): string | null {
  return UUID.exec(name)?.[0].toLowerCase() ?? null
}
