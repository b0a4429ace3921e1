import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionRow } from '@quarterdeck/contract'
import type { LogRecord } from '@quarterdeck/protocol'
import { findRealCli, startScriptedModel, startServer, type TestServer, toCliEnv } from '@quarterdeck/testkit'
import { root } from '../scripts/root.ts'

const PLAYER = join(root, 'packages/server/dist/player.js')

type Raw = Readonly<Record<string, unknown>>

/** The built server with one session: on the fake CLI, or on a real one with a scripted model. */
export class ServerStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-stage-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  readonly #claude: string
  readonly #env: Record<string, string>
  readonly #end: () => Promise<void>
  #server: TestServer | null = null

  private constructor(claude: string, env: Record<string, string>, end: () => Promise<void>) {
    this.#claude = claude
    const stdin = join(this.home, 'stdin')
    this.#env = { PATH: process.env.PATH ?? '', ...env, HOME: this.home, QUARTERDECK_PLAYER_STDIN: stdin }
    this.#end = end
    mkdirSync(this.project)
  }

  static player(env: Record<string, string> = {}): ServerStage {
    return new ServerStage(PLAYER, { QUARTERDECK_PLAYER_SPEED: '1', ...env }, async () => undefined)
  }

  static async real(version: string): Promise<ServerStage> {
    const model = await startScriptedModel()
    return new ServerStage(findRealCli(version), toCliEnv({ home: '/', modelUrl: model.url }), () => model.close())
  }

  async start(): Promise<void> {
    const { data } = this
    this.#server = await startServer({ data, env: this.#env, args: ['--claude', this.#claude] })
  }

  get server(): TestServer {
    return this.#server as TestServer
  }

  async kill(): Promise<void> {
    await this.#server?.kill()
  }

  async call(method: string, path: string, body?: object): Promise<Response> {
    const server = this.#server as TestServer
    return fetch(`${server.url}/api/claude/sessions${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  async begin(prompt: string): Promise<string> {
    const answer = await this.call('POST', '', { cwd: this.project, trust: true, prompt })
    return ((await answer.json()) as { sessionId: string }).sessionId
  }

  /** The only session, as the list shows it. */
  async row(): Promise<SessionRow> {
    const { items } = (await (await this.call('GET', '')).json()) as { items: SessionRow[] }
    return items[0] as SessionRow
  }

  /** Milliseconds until the list shows it so; null when it never does. */
  async until(isSo: (row: SessionRow) => boolean, limitMs = 30_000): Promise<number | null> {
    const began = performance.now()
    while (!isSo(await this.row())) {
      if (performance.now() - began > limitMs) return null
      await sleep(10)
    }
    return performance.now() - began
  }

  get records(): LogRecord[] {
    const [id = ''] = readdirSync(join(this.data, 'sessions'))
    const lines = readFileSync(join(this.data, 'sessions', id, 'log.ndjson'), 'utf8')
      .split('\n')
      .slice(1, -1)
    return lines.map((line) => JSON.parse(line))
  }

  /** How many records say so. */
  count(isWanted: (message: Raw, from: string) => boolean): number {
    return this.records.filter(({ message, from }) => isWanted(message as Raw, from)).length
  }

  get cliPid(): number {
    const [id = ''] = readdirSync(join(this.data, 'sessions'))
    return JSON.parse(readFileSync(join(this.data, 'sessions', id, 'keeper.json'), 'utf8')).cli.pid
  }

  /** Lines of the fake CLI's stdin that hold these words. */
  countStdin(words: string): number {
    const path = join(this.home, 'stdin')
    if (!existsSync(path)) return 0
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes(words)).length
  }

  async clear(): Promise<void> {
    await this.#server?.end()
    await this.#end()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
  }
}
