import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionRow } from '@quarterdeck/contract'
import {
  type Cli,
  type KeeperProgram,
  KeptSession,
  reapMarked,
  type SessionOptions,
  toKeeperMarker,
} from '@quarterdeck/driver'
import { writePrivateFile } from '../private-file.ts'
import { ServerError } from '../server-error.ts'
import type { CommandableHub, StartOrder } from './commandable.ts'
import { LiveSession, type SessionInfo } from './live-session.ts'
import type { TrustedFolders } from './trusted-folders.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface HubOptions {
  data: string
  claudeDir: string
  findCli: () => Cli
  program: KeeperProgram
  /** A session that rests and that nobody watches ends after so long; null for never. */
  idleMs: number | null
  /** So many processes may run at once. */
  maxLive: number
  /** The log of a session that has ended stays for so long. */
  keepMs: number
  trusted: TrustedFolders
  /** The options of a session that is started once more, as far as they are allowed now. */
  toAllowed: (options: SessionOptions) => SessionOptions
}

/** All sessions that were started here. They live in their keepers, and outlive this. */
export class Hub implements CommandableHub {
  readonly #options: HubOptions
  readonly #sessions = new Map<string, LiveSession>()
  #isStopping = false

  private constructor(options: HubOptions) {
    this.#options = options
  }

  /** Finds the sessions again, those that run and those that have ended. */
  static async open(options: HubOptions): Promise<Hub> {
    const hub = new Hub(options)
    const folder = join(options.data, 'sessions')
    const ids = existsSync(folder) ? readdirSync(folder).filter((name) => UUID.test(name)) : []
    const found = await Promise.all(ids.map((id) => hub.#reopen(id)))
    // What was started from here and belongs to none of these, nobody could reach any more.
    const known = new Set(found.flatMap((marker) => (marker === null ? [] : [marker, toKeeperMarker(marker)])))
    await reapMarked((marker) => isOurs(marker, options.data) && !known.has(marker))
    return hub
  }

  list(): SessionRow[] {
    const rows = [...this.#sessions.values()].map((session) => session.toRow())
    return rows.sort((a, b) => b.modified.localeCompare(a.modified))
  }

  /** By any id it goes or went by. */
  get(id: string): LiveSession {
    const session = this.#sessions.get(id) ?? [...this.#sessions.values()].find(({ ids }) => ids.includes(id))
    if (session === undefined) throw new ServerError('not_found', `There is no session '${id}'.`)
    return session
  }

  async open(id: string): Promise<LiveSession> {
    return this.get(id)
  }

  async update(id: string): Promise<void> {
    this.get(id)
    throw new ServerError('not_allowed', 'Titles and marks cannot be changed yet.')
  }

  async start({ sessionId, options, request, commandId, by }: StartOrder): Promise<{ sessionId: string }> {
    const session = this.#sessions.get(sessionId) ?? (await this.#begin(sessionId, options))
    if (request.prompt !== undefined) await session.send(request.prompt, { commandId: `${commandId}:prompt`, by })
    return { sessionId }
  }

  async #begin(sessionId: string, options: SessionOptions): Promise<LiveSession> {
    this.#assertMayStart(options.cwd)
    const info = { sessionId, created: new Date().toISOString(), options }
    const folder = this.#folder(info.sessionId)
    // Before anything runs there: a server that comes after us must know it by name.
    writePrivateFile(join(folder, 'session.json'), `${JSON.stringify(info)}\n`)
    const session = this.#add(info, await KeptSession.open(folder))
    try {
      await session.start()
    } catch (error) {
      // It never was: nothing of it stays in the list.
      this.#sessions.delete(info.sessionId)
      session.kept.close()
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    return session
  }

  /** Forgets sessions that ended long ago. Their transcripts stay with the CLI. */
  sweep(now = Date.now()): void {
    for (const [id, session] of this.#sessions) {
      const endedAt = Date.parse(session.kept.lastAt ?? session.info.created)
      if (session.isLive || session.kept.isWatched || now - endedAt < this.#options.keepMs) continue
      this.#sessions.delete(id)
      session.kept.close()
      rmSync(this.#folder(id), { recursive: true, force: true })
    }
  }

  /** Ends all sessions. */
  async endAll(times: { termAfterMs: number; killAfterMs: number }): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#sessions.values()].map((session) => session.stop(times)))
  }

  /** Lets go of all sessions, which run on, and starts no more; gives how many run. */
  close(): number {
    this.#isStopping = true
    const running = [...this.#sessions.values()].filter((session) => session.isLive).length
    for (const session of this.#sessions.values()) session.kept.close()
    return running
  }

  #assertMayStart(cwd: string): void {
    if (this.#isStopping) throw new ServerError('stopping', 'The server is stopping. Start it again first.')
    this.#options.trusted.assertTrusted(cwd)
    if (!isFolder(cwd))
      throw new ServerError('bad_request', `The folder '${cwd}' is gone. Put it back, or start in another.`)
  }

  /** Over the limit, the one that has rested longest makes room; a session at work never does. */
  async #makeRoom(wanted: LiveSession): Promise<void> {
    const others = [...this.#sessions.values()].filter((session) => session !== wanted)
    const live = others.filter((session) => session.isLive || session.isStarting)
    if (live.length < this.#options.maxLive) return
    const resting = live.filter((session) => session.isLive && session.isAtRest && !session.kept.isWatched)
    const oldest = resting.sort((a, b) => (a.kept.lastAt ?? '').localeCompare(b.kept.lastAt ?? ''))[0]
    if (oldest === undefined)
      throw new ServerError(
        'too_many_live',
        `${live.length} sessions run already, and none of them rests. End one first, or allow more with --max-live N.`,
      )
    await oldest.stop()
  }

  async #reopen(id: string): Promise<string | null> {
    const folder = this.#folder(id)
    const info = readInfo(join(folder, 'session.json'))
    if (info === null) return null
    this.#add({ ...info, sessionId: id }, await KeptSession.open(folder))
    return toMarker(this.#options.data, id)
  }

  #add(info: SessionInfo, kept: KeptSession): LiveSession {
    const { data, claudeDir, findCli, program, idleMs } = this.#options
    const session: LiveSession = new LiveSession(info, kept, {
      claudeDir,
      findCli,
      program,
      idleMs,
      marker: toMarker(data, info.sessionId),
      toAllowed: this.#options.toAllowed,
      assertMayStart: async (cwd) => {
        this.#assertMayStart(cwd)
        await this.#makeRoom(session)
      },
    })
    this.#sessions.set(info.sessionId, session)
    return session
  }

  #folder(id: string): string {
    return join(this.#options.data, 'sessions', id)
  }
}

/** Names all processes of a session, and of which data directory: other servers have sessions too. */
function toMarker(data: string, id: string): string {
  return `${createHash('sha256').update(data).digest('hex').slice(0, 16)}:${id}`
}

function isOurs(marker: string, data: string): boolean {
  return marker.startsWith(toMarker(data, ''))
}

/** A folder without a readable `session.json` is no session of ours; it is left alone. */
function readInfo(path: string): SessionInfo | null {
  try {
    const info = JSON.parse(readFileSync(path, 'utf8')) as SessionInfo
    return typeof info.options?.cwd === 'string' && typeof info.created === 'string' ? info : null
  } catch {
    return null
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing, a loop of links, too long, a name with NUL: in no case a folder to start in.
    return false
  }
}
