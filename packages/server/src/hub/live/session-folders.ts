import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionOptions } from '@quarterdeck/driver'
import type { QueuedMessage } from '@quarterdeck/protocol'
import { writePrivateFile } from '../../private-file.ts'
import { SessionAliases } from './session-aliases.ts'
import type { LogHistory } from './session-log.ts'

/** What we must know of a session to go on with it, and cannot learn from its log: `session.json`. */
export interface SessionInfo {
  sessionId: string
  created: string
  options: SessionOptions
  /** When its log began. */
  begun?: string
  /** What was there before the log; null for a session that began with it. */
  history?: LogHistory | null
  forkedFrom?: { sessionId: string; messageUuid: string | null }
  /** Prompts that waited in a log that was put aside: the next process gets them first. */
  carried?: readonly QueuedMessage[]
}

/** What stands in the folder of another id is this and no more. */
const LONGEST_ALIAS_BYTES = 100

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The folders of our sessions, `DATA/sessions/<id>`. */
export class SessionFolders {
  readonly #folder: string
  /** Read when it is first asked for. */
  #known: SessionAliases | null = null

  constructor(data: string) {
    this.#folder = join(data, 'sessions')
  }

  toPath(id: string): string {
    return join(this.#folder, id)
  }

  /** Whether there is one for this id, or for a session that went on under it. */
  has(id: string): boolean {
    return UUID.test(id) && existsSync(this.#toFile(id))
  }

  list(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder).filter((name) => UUID.test(name)) : []
  }

  /** A keeper runs, is about to, or was killed: what it left has to be looked at. */
  isKept(id: string): boolean {
    return ['keeper.json', 'keeper.lock'].some((name) => existsSync(join(this.toPath(id), name)))
  }

  /** A folder without a readable `session.json` is no session of ours; it is left alone. */
  read(id: string): SessionInfo | null {
    const found = UUID.test(id) ? this.#readFile(id) : null
    const sameAs = (found as { sameAs?: unknown } | null)?.sameAs
    const [own, info] = typeof sameAs === 'string' && UUID.test(sameAs) ? [sameAs, this.#readFile(sameAs)] : [id, found]
    const { options, created } = (info ?? {}) as Partial<SessionInfo>
    return typeof options?.cwd === 'string' && typeof created === 'string'
      ? { ...(info as SessionInfo), sessionId: own }
      : null
  }

  write(info: SessionInfo): void {
    this.#known?.delete(info.sessionId)
    writePrivateFile(this.#toFile(info.sessionId), `${JSON.stringify(info)}\n`)
  }

  /** The session has gone on under another id: who asks for that one is led to the first. */
  alias(id: string, sessionId: string): void {
    if (id === sessionId || !UUID.test(id) || existsSync(this.#toFile(id))) return
    writePrivateFile(this.#toFile(id), `${JSON.stringify({ sameAs: sessionId })}\n`)
    this.#known?.add(id, sessionId)
  }

  /** All ids that lead to the session which this one leads to, its own first. */
  idsOf(id: string): string[] {
    const first = this.#aliases.find(id) ?? id
    return [first, ...this.#aliases.othersOf(first)]
  }

  /** Whether it is nothing but another name of a session that is there. */
  isAlias(id: string): boolean {
    const first = this.#aliases.find(id)
    return first !== undefined && this.has(first)
  }

  /** Each id stands for itself from now on: what bound them together is not true any more. */
  part(sessionId: string): void {
    for (const id of this.#aliases.othersOf(sessionId)) this.remove(id)
  }

  hasLog(id: string): boolean {
    return existsSync(join(this.toPath(id), 'log.ndjson'))
  }

  /** Puts the log aside, so that the next start begins another. */
  putLogAside(id: string): void {
    const path = join(this.toPath(id), 'log.ndjson')
    if (existsSync(path)) renameSync(path, join(this.toPath(id), 'log.previous.ndjson'))
  }

  /** With all names that lead to it. */
  remove(id: string): void {
    this.part(id)
    this.#aliases.delete(id)
    rmSync(this.toPath(id), { recursive: true, force: true })
  }

  /** When something was last written there; null where there is nothing. */
  lastWrittenMs(id: string): number | null {
    const times = ['log.ndjson', 'session.json'].map(
      (name) => statSync(join(this.toPath(id), name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    )
    return Math.max(...times) || null
  }

  get #aliases(): SessionAliases {
    this.#known ??= this.#readAliases()
    return this.#known
  }

  #readAliases(): SessionAliases {
    const aliases = new SessionAliases()
    for (const id of this.list()) {
      const stats = statSync(this.#toFile(id), { throwIfNoEntry: false })
      if (stats === undefined || stats.size > LONGEST_ALIAS_BYTES) continue
      const own = (this.#readFile(id) as { sameAs?: unknown } | null)?.sameAs
      if (typeof own === 'string' && UUID.test(own)) aliases.add(id, own)
    }
    return aliases
  }

  #toFile(id: string): string {
    return join(this.toPath(id), 'session.json')
  }

  #readFile(id: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#toFile(id), 'utf8'))
    } catch {
      // Missing, or torn by a full disk.
      return null
    }
  }
}
