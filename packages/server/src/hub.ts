import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { SessionRow, StartSession } from '@quarterdeck/contract'
import type { Cli, StopTimes } from '@quarterdeck/driver'
import { LiveSession, type SessionInfo } from './live-session.ts'
import { writePrivateFile } from './private-file.ts'
import { ServerError } from './server-error.ts'
import { SessionLog } from './session-log.ts'
import { TrustedFolders } from './trusted-folders.ts'

export interface HubOptions {
  data: string
  findCli: () => Cli
  env: NodeJS.ProcessEnv
}

/** All sessions that were started here. */
export class Hub {
  readonly #options: HubOptions
  readonly #trusted: TrustedFolders
  readonly #sessions = new Map<string, LiveSession>()

  constructor(options: HubOptions) {
    this.#options = options
    this.#trusted = new TrustedFolders(join(options.data, 'trusted-folders.json'))
    const folder = join(options.data, 'sessions')
    for (const id of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(folder, id, 'session.json')
      if (existsSync(path)) this.#open(JSON.parse(readFileSync(path, 'utf8')) as SessionInfo)
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

  start(request: StartSession): LiveSession {
    const cwd = toFolder(request.cwd)
    if (request.trust) this.#trusted.add(cwd)
    if (!this.#trusted.has(cwd))
      throw new ServerError(
        'untrusted_folder',
        `'${cwd}' is new here. Claude Code may run what this folder configures: send trust: true if you trust it.`,
      )
    // Before anything is written: without a CLI there is no session.
    this.#options.findCli()
    const { model, permissionMode } = request
    const info = { sessionId: randomUUID(), cwd, created: new Date().toISOString(), model, permissionMode }
    writePrivateFile(join(this.#folder(info.sessionId), 'session.json'), `${JSON.stringify(info)}\n`)
    const session = this.#open(info)
    session.start()
    if (request.prompt !== undefined) session.send(request.prompt)
    return session
  }

  async stop(times: StopTimes): Promise<number> {
    const running = [...this.#sessions.values()].filter((session) => session.toRow().live)
    await Promise.all(running.map((session) => session.stop(times)))
    return running.length
  }

  #open(info: SessionInfo): LiveSession {
    const log = new SessionLog(join(this.#folder(info.sessionId), 'log.ndjson'))
    const session = new LiveSession(info, log, this.#options.findCli, this.#options.env)
    this.#sessions.set(info.sessionId, session)
    return session
  }

  #folder(id: string): string {
    return join(this.#options.data, 'sessions', id)
  }
}

function toFolder(path: string): string {
  if (!isAbsolute(path))
    throw new ServerError('bad_request', `'${path}' is not an absolute path. Name the folder from / on.`)
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false))
    throw new ServerError('bad_request', `There is no folder '${path}'.`)
  return realpathSync(path)
}
