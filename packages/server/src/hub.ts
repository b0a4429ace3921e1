import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { SessionRow, StartSession } from '@quarterdeck/contract'
import type { Cli, StopTimes } from '@quarterdeck/driver'
import { LiveSession, type SessionInfo } from './live-session.ts'
import { writePrivateFile } from './private-file.ts'
import { ServerError } from './server-error.ts'
import { TrustedFolders } from './trusted-folders.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface HubOptions {
  data: string
  claudeDir: string
  findCli: () => Cli
  env: NodeJS.ProcessEnv
}

/** All sessions that were started here. */
export class Hub {
  readonly #options: HubOptions
  readonly #trusted: TrustedFolders
  readonly #sessions = new Map<string, LiveSession>()
  #isStopping = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#trusted = new TrustedFolders(join(options.data, 'trusted-folders.json'))
    const folder = join(options.data, 'sessions')
    for (const id of existsSync(folder) ? readdirSync(folder).filter((name) => UUID.test(name)) : []) {
      const info = readInfo(join(folder, id, 'session.json'))
      if (info !== null) this.#open({ ...info, sessionId: id })
    }
  }

  list(): SessionRow[] {
    const rows = [...this.#sessions.values()].map((session) => session.toRow())
    return rows.sort((a, b) => b.modified.localeCompare(a.modified))
  }

  get(id: string): LiveSession {
    const session = this.#sessions.get(id)
    if (session === undefined) throw new ServerError('not_found', `There is no session '${id}'.`)
    return session
  }

  async start(request: StartSession): Promise<LiveSession> {
    const cwd = toFolder(request.cwd)
    if (request.trust) this.#trusted.add(cwd)
    this.#assertMayStart(cwd)
    const { model, permissionMode } = request
    const info = { sessionId: randomUUID(), cwd, created: new Date().toISOString(), model, permissionMode }
    const session = this.#open(info)
    try {
      await session.start()
    } catch (error) {
      // It never was: nothing of it stays in the list.
      this.#sessions.delete(info.sessionId)
      session.log.close()
      rmSync(this.#folder(info.sessionId), { recursive: true, force: true })
      throw error
    }
    writePrivateFile(join(this.#folder(info.sessionId), 'session.json'), `${JSON.stringify(info)}\n`)
    if (request.prompt !== undefined) await session.send(request.prompt)
    return session
  }

  /** Ends all sessions and starts no more; gives how many were running. */
  async stop(times: StopTimes): Promise<number> {
    this.#isStopping = true
    const running = [...this.#sessions.values()].filter((session) => session.isLive)
    await Promise.all([...this.#sessions.values()].map((session) => session.stop(times)))
    return running.length
  }

  #assertMayStart(cwd: string): void {
    if (this.#isStopping) throw new ServerError('stopping', 'The server is stopping. Start it again first.')
    if (!this.#trusted.has(cwd))
      throw new ServerError(
        'untrusted_folder',
        `'${cwd}' is new here. Claude Code may run what this folder configures: send trust: true if you trust it.`,
      )
    if (!isFolder(cwd))
      throw new ServerError('bad_request', `The folder '${cwd}' is gone. Put it back, or start in another.`)
  }

  #open(info: SessionInfo): LiveSession {
    const { claudeDir, findCli, env } = this.#options
    const session = new LiveSession(info, {
      folder: this.#folder(info.sessionId),
      claudeDir,
      findCli,
      env,
      assertMayStart: (cwd) => this.#assertMayStart(cwd),
    })
    this.#sessions.set(info.sessionId, session)
    return session
  }

  #folder(id: string): string {
    return join(this.#options.data, 'sessions', id)
  }
}

/** A folder without a readable `session.json` is no session of ours; it is left alone. */
function readInfo(path: string): SessionInfo | null {
  try {
    const info = JSON.parse(readFileSync(path, 'utf8')) as SessionInfo
    return typeof info.cwd === 'string' && typeof info.created === 'string' ? info : null
  } catch {
    return null
  }
}

function toFolder(path: string): string {
  if (!isAbsolute(path))
    throw new ServerError('bad_request', `'${path}' is not an absolute path. Name the folder from / on.`)
  if (!isFolder(path)) throw new ServerError('bad_request', `There is no folder '${path}'.`)
  return realpathSync(path)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing, a loop of links, too long, a name with NUL: in no case a folder to start in.
    return false
  }
}
