import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogRecord } from '@quarterdeck/protocol'
import {
  findRealCli,
  type Reply,
  type ScriptedModel,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
  toScriptedPrompt,
} from '@quarterdeck/testkit'

type Raw = Readonly<Record<string, unknown>>

/** Against hanging, not a bar: the machine may be busy. */
const LIMIT_MS = 40_000

export interface Prompt {
  requestId: string
  toolName: string
  input: Raw
  suggestions: Raw[]
}

/** The built server with one session on a real CLI, spoken to by HTTP; what happens is read from the session's log. */
export class SessionStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-session-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  readonly #version: string
  readonly #model: ScriptedModel
  server!: TestServer
  sessionId = ''

  private constructor(version: string, model: ScriptedModel) {
    this.#version = version
    this.#model = model
    mkdirSync(this.project)
  }

  static async set(version: string, ...args: string[]): Promise<SessionStage> {
    const stage = new SessionStage(version, await startScriptedModel())
    await stage.start(...args)
    return stage
  }

  async start(...args: string[]): Promise<void> {
    const env = toCliEnv({ home: this.home, modelUrl: this.#model.url })
    this.server = await startServer({ data: this.data, env, args: ['--claude', findRealCli(this.#version), ...args] })
  }

  async clear(): Promise<void> {
    await this.server.end()
    await this.#model.close()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
  }

  async call(method: string, path: string, body?: object): Promise<{ status: number; body: Raw }> {
    const answer = await fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.server.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Raw }
  }

  /** The same below the session. An error comes back with its code. */
  async ask(what: string, body?: object, method = 'POST'): Promise<Raw> {
    const { status, body: said } = await this.call(method, `/api/claude/sessions/${this.sessionId}${what}`, body)
    return { status, ...(said.error as Raw | undefined), ...(said.error === undefined ? said : {}) }
  }

  async begin(options: object = {}): Promise<string> {
    const { body } = await this.call('POST', '/api/claude/sessions', { cwd: this.project, trust: true, ...options })
    this.sessionId = String(body.sessionId)
    return this.sessionId
  }

  async say(words: string, ...replies: Reply[]): Promise<void> {
    await this.ask('/messages', { content: toScriptedPrompt(words, replies) })
  }

  get records(): LogRecord[] {
    const path = join(this.data, 'sessions', this.sessionId, 'log.ndjson')
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n').slice(1, -1)
    return lines.map((line) => JSON.parse(line) as LogRecord)
  }

  /** Waits for a record that is so; one that never comes is told with what came in its place. */
  async until<T>(find: (message: Raw, record: LogRecord) => T | undefined | false): Promise<T> {
    return this.#wait(() => {
      for (const record of this.records) {
        const found = find(record.message as Raw, record)
        if (found) return found
      }
      return undefined
    })
  }

  /** The oldest prompt that nobody has answered. The keeper writes a prompt down before the server has heard of it: an answer that comes in between is refused. */
  async prompted(): Promise<Prompt> {
    const prompt = await this.#wait(() => this.#findOpen())
    const isKnown = async () => {
      const { items } = (await this.call('GET', '/api/inbox')).body as { items: { requestId?: string }[] }
      return items.some(({ requestId }) => requestId === prompt.requestId) || undefined
    }
    await this.#wait(isKnown)
    return prompt
  }

  #findOpen(): Prompt | undefined {
    const said = this.records.map(({ message }) => message as Raw)
    const answered = said.flatMap(({ response }) => ((response as Raw | undefined)?.request_id as string) ?? [])
    const open = said.find(
      ({ type, request, request_id: id }) =>
        type === 'control_request' && (request as Raw).subtype === 'can_use_tool' && !answered.includes(String(id)),
    )
    if (open === undefined) return undefined
    const { tool_name, input, permission_suggestions = [] } = open.request as Raw
    const suggestions = permission_suggestions as Raw[]
    return { requestId: String(open.request_id), toolName: String(tool_name), input: input as Raw, suggestions }
  }

  /** Waits until so many turns have ended. */
  async ended(count: number): Promise<void> {
    await this.#wait(
      () => this.records.filter(({ message }) => (message as Raw).type === 'result').length >= count || undefined,
    )
  }

  async #wait<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    const until = Date.now() + LIMIT_MS
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > until) throw new Error(`It did not come. The last records: ${this.#tail()}`)
      await sleep(20)
    }
  }

  #tail(): string {
    return this.records
      .filter(({ message }) => (message as Raw).type !== 'stream_event')
      .slice(-6)
      .map((record) => JSON.stringify(record).slice(0, 600))
      .join('\n')
  }
}
