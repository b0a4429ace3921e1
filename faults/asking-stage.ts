import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, askServer, PairedDevice, startServer, type TestServer } from '@quarterdeck/testkit'
import { ASKING_CLI } from './asking-cli.ts'

type Raw = Readonly<Record<string, unknown>>
type Headers = Record<string, string>

export interface Asked {
  id: string
  tool_name: string
  input: unknown
  permission_suggestions?: object[]
}

export interface Entry extends Raw {
  event: string
  by: string
}

const LIMIT_MS = 60_000

/** The built server on a CLI that notes all it is given and asks for whatever it is told to. */
export class AskingStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-asking-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  server!: TestServer

  static async set(...args: string[]): Promise<AskingStage> {
    const stage = new AskingStage()
    mkdirSync(stage.project)
    writeFileSync(join(stage.home, 'cli.mjs'), ASKING_CLI)
    await stage.start(...args)
    return stage
  }

  async start(...args: string[]): Promise<void> {
    const env = { HOME: this.home, PATH: process.env.PATH ?? '' }
    this.server = await startServer({ data: this.data, env, args: ['--claude', join(this.home, 'cli.mjs'), ...args] })
  }

  get bearer(): Headers {
    return { authorization: `Bearer ${this.server.token}` }
  }

  pair(name: string): Promise<PairedDevice> {
    return PairedDevice.pair(this.server, { name })
  }

  ask(method: string, path: string, body?: unknown, headers: Headers = this.bearer): Promise<Answer> {
    return askServer(this.server.url, method, path, { headers, ...(body === undefined ? {} : { body }) })
  }

  async begin(options: object = {}): Promise<string> {
    const answer = await this.ask('POST', '/api/claude/sessions', { cwd: this.project, trust: true, ...options })
    if (answer.status !== 201) throw new Error(`No session: ${answer.text}`)
    return (answer.json() as { sessionId: string }).sessionId
  }

  /** Lets the CLI ask for all of these at once, and waits until the server shows them. */
  async open(sessionId: string, asked: readonly Asked[]): Promise<Raw[]> {
    const path = join(this.home, `asked-${crypto.randomUUID()}.json`)
    writeFileSync(path, JSON.stringify(asked))
    await this.ask('POST', `/api/claude/sessions/${sessionId}/messages`, { content: `@ask ${path}` })
    const ids = new Set(asked.map(({ id }) => id))
    return this.until(async () => {
      const items = await this.inbox()
      const shown = items.filter(({ requestId }) => ids.has(String(requestId)))
      return shown.length === asked.length ? shown : undefined
    })
  }

  /** Starts a session in which the CLI says all of these, behind a prompt with these words. */
  async play(words: string, lines: readonly object[]): Promise<string> {
    const path = join(this.home, `played-${crypto.randomUUID()}.json`)
    writeFileSync(path, JSON.stringify(lines))
    return this.begin({ prompt: `${words} @play ${path} ` })
  }

  async inbox(): Promise<Raw[]> {
    return ((await this.ask('GET', '/api/inbox')).json() as { items: Raw[] }).items
  }

  decide(sessionId: string, body: object, headers?: Headers): Promise<Answer> {
    return this.ask('POST', `/api/claude/sessions/${sessionId}/permission`, body, headers)
  }

  /** All that the CLI was told, in order. */
  get told(): Raw[] {
    return this.#read('stdin.ndjson')
  }

  /** How it was started, each time. */
  get starts(): { argv: string[]; cwd: string; env: Record<string, string> }[] {
    return this.#read('started.ndjson') as never
  }

  /** What the CLI was answered, by request. */
  get answers(): Map<string, Raw[]> {
    const found = new Map<string, Raw[]>()
    for (const { type, response } of this.told) {
      if (type !== 'control_response') continue
      const { request_id: id, response: answer } = response as { request_id: string; response: Raw }
      found.set(id, [...(found.get(id) ?? []), answer])
    }
    return found
  }

  async audit(): Promise<Entry[]> {
    return ((await this.ask('GET', '/api/audit?limit=1000')).json() as { items: Entry[] }).items
  }

  async until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    const limit = Date.now() + LIMIT_MS
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > limit) throw new Error(`It did not come: ${look}`)
      await sleep(20)
    }
  }

  async clear(): Promise<void> {
    await this.server.end()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
  }

  #read(name: string): Raw[] {
    const path = join(this.home, name)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as Raw)
  }
}
