import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboxItem, SessionDetail, SessionRow } from '@quarterdeck/contract'
import { type Session, type StartSessionOptions, startSession } from '@quarterdeck/driver'
import {
  findRealCli,
  type ScriptedModel,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
} from '@quarterdeck/testkit'

const SESSIONS = '/api/claude/sessions'

type Raw = Record<string, unknown>

interface HubStageOptions {
  args?: readonly string[]
  /** Of the server, besides what the CLI needs. */
  env?: Record<string, string>
}

/** The built server on a real CLI with a scripted model, and other programs that drive the same CLI beside it. */
export class HubStage {
  readonly version: string
  readonly model: ScriptedModel
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-hub-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  readonly #env: Record<string, string>
  readonly #others: Session[] = []
  readonly #args: readonly string[]
  server: TestServer

  private constructor(version: string, model: ScriptedModel, { args = [], env = {} }: HubStageOptions) {
    this.version = version
    this.#args = args
    this.model = model
    this.#env = { ...toCliEnv({ home: this.home, modelUrl: model.url }), ...env }
    this.server = null as unknown as TestServer
    mkdirSync(this.project)
  }

  static async set(version: string, args: readonly string[] = [], env: HubStageOptions['env'] = {}): Promise<HubStage> {
    const stage = new HubStage(version, await startScriptedModel(), { args, env })
    await stage.start()
    return stage
  }

  get isNew(): boolean {
    return this.version !== '2.1.38'
  }

  /** Starts the server, the first one or another. */
  async start(...more: string[]): Promise<void> {
    const args = ['--claude', findRealCli(this.version), ...this.#args, ...more]
    this.server = await startServer({ data: this.data, env: this.#env, args })
  }

  async clear(): Promise<void> {
    for (const session of this.#others) await session.stop()
    await this.server.end()
    await this.model.close()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Another program, with a session of its own or one of ours. */
  async other(options: Partial<StartSessionOptions> = {}): Promise<Session> {
    const claude = findRealCli(this.version)
    const session = await startSession({ cwd: this.project, claude, baseEnv: this.#env, ...options })
    this.#others.push(session)
    return session
  }

  async call(method: string, path: string, body?: object): Promise<{ status: number; body: Raw }> {
    const answer = await fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.server.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Raw }
  }

  /** Starts a session and gives its id. */
  async begin(options: object = {}): Promise<string> {
    const { status, body } = await this.call('POST', SESSIONS, { cwd: this.project, trust: true, ...options })
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body.sessionId as string
  }

  /** Starts a session with a prompt, and waits until the turn has ended. */
  async converse(prompt: string, options: object = {}): Promise<string> {
    const id = await this.begin({ prompt, ...options })
    await this.rested(id)
    return id
  }

  async send(id: string, content: string, more: object = {}): Promise<void> {
    const { status, body } = await this.call('POST', `${SESSIONS}/${id}/messages`, { content, ...more })
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
  }

  /** Sends a prompt, and waits until the model has answered it. */
  async ask(id: string, prompt: string): Promise<void> {
    const before = this.asked.length
    await this.send(id, prompt)
    await this.until(() => this.asked.length > before)
    await this.rested(id)
  }

  /** What a program hears that follows the session, as it comes. */
  follow(id: string): { frames: { type?: string; epoch?: string; message?: Raw }[]; close(): void } {
    const address = `${this.server.url.replace('http', 'ws')}${SESSIONS}/${id}/subscribe?frames=1`
    const headers = { authorization: `Bearer ${this.server.token}` }
    const socket = new WebSocket(address, { protocols: ['quarterdeck.v1'], headers } as unknown as string[])
    const frames: { type?: string; epoch?: string; message?: Raw }[] = []
    socket.onmessage = ({ data }) => frames.push(JSON.parse(data))
    return { frames, close: () => socket.close() }
  }

  stop(id: string): Promise<{ status: number; body: Raw }> {
    return this.call('DELETE', `${SESSIONS}/${id}`)
  }

  async list(query = ''): Promise<SessionRow[]> {
    return ((await this.call('GET', `${SESSIONS}${query}`)).body as { items: SessionRow[] }).items
  }

  async inbox(): Promise<InboxItem[]> {
    return ((await this.call('GET', '/api/inbox')).body as { items: InboxItem[] }).items
  }

  async detail(id: string): Promise<SessionDetail> {
    return (await this.call('GET', `${SESSIONS}/${id}`)).body as unknown as SessionDetail
  }

  /** Waits until the session is so, and gives it. */
  async untilRow(id: string, isSo: (row: SessionDetail) => boolean): Promise<SessionDetail> {
    for (;;) {
      const { status, body } = await this.call('GET', `${SESSIONS}/${id}`)
      const detail = body as unknown as SessionDetail
      if (status === 200 && isSo(detail)) return detail
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  rested(id: string): Promise<SessionDetail> {
    return this.untilRow(id, ({ status }) => status === 'idle' || status === 'error')
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 30))
  }

  /** The lines of a transcript, as the CLI wrote them. */
  transcript(id: string): Raw[] {
    const [path] = globSync(`.claude/projects/*/${id}.jsonl`, { cwd: this.home })
    if (path === undefined) return []
    // What stands behind the last line end is being written.
    const lines = readFileSync(join(this.home, path), 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line))
  }

  info(id: string): Raw & { begun: string; history: { sessionId: string; lines: number } | null } {
    return JSON.parse(readFileSync(join(this.data, 'sessions', id, 'session.json'), 'utf8'))
  }

  /** What the model was asked for the sake of a conversation. */
  get asked(): Raw[] {
    return this.model.requests.filter((request) => !this.model.ownRequests.some(({ body }) => body === request))
  }

  /** Whether the model got these words with its newest request. */
  knows(words: string): boolean {
    return JSON.stringify(this.asked.at(-1)?.messages).includes(words)
  }
}
