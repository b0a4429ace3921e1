import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Oracle, startServer, type TestServer, writeDataDirectory } from '@quarterdeck/testkit'
import { root } from '../scripts/root.ts'

const PLAYER = join(root, 'packages/server/dist/player.js')
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A session with a picture in the result of a tool, a debug log, and a task in the background that has ended. */
export const PICTURED = {
  sessionId: '7b1f6a00-1111-4222-8333-444455556666',
  uuid: '7b1f6a00-aaaa-4bbb-8ccc-ddddeeeeffff',
  task: 'b1heron',
}

/** The built server on a generated data directory and the fake CLI, with a project below its home. */
export class ReadingStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-reading-')))
  readonly data = join(this.home, 'data')
  readonly claude = join(this.home, '.claude')
  readonly project = join(this.home, 'project')
  /** Nothing of the server leads here. */
  readonly outside = `${this.home}-outside`
  #oracle: Oracle | null = null
  #server: TestServer | null = null

  static async set(size: { sessions: number; bytes: number; seed?: number }): Promise<ReadingStage> {
    const stage = new ReadingStage()
    stage.#oracle = await writeDataDirectory(stage.claude, { seed: 5, projects: 4, ...size })
    stage.#writeProject()
    await stage.start()
    return stage
  }

  get oracle(): Oracle {
    return this.#oracle as Oracle
  }

  get server(): TestServer {
    return this.#server as TestServer
  }

  async start(): Promise<void> {
    const env = { PATH: process.env.PATH ?? '', HOME: this.home, QUARTERDECK_PLAYER_SPEED: '1', TZ: 'UTC' }
    this.#server = await startServer({ data: this.data, env, args: ['--claude', PLAYER] })
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.home, path)), { recursive: true })
    writeFileSync(join(this.home, path), content)
  }

  ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.server.url}${path}`, { headers: { authorization: `Bearer ${this.server.token}`, ...headers } })
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.server.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  async json<Answer = Record<string, unknown>>(path: string): Promise<Answer> {
    const answer = await this.ask(path)
    const value = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value as Answer
  }

  /** Sends a path byte for byte: fetch would put it right first, and unpack the answer. */
  askPlainly(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number
      headers: Record<string, unknown>
      body: Buffer
    }>()
    const { hostname, port } = new URL(this.server.url)
    const all = { authorization: `Bearer ${this.server.token}`, ...headers }
    const sent = request({ hostname, port, path, method, headers: all }, async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    })
    sent.on('error', reject)
    sent.end(body)
    return promise
  }

  async clear(): Promise<void> {
    await this.#server?.end()
    for (const path of [this.home, this.outside]) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }

  #writeProject(): void {
    const { sessionId, uuid, task } = PICTURED
    // As the CLI notes that the person trusts it.
    this.write('.claude.json', JSON.stringify({ projects: { [this.project]: { hasTrustDialogAccepted: true } } }))
    this.write('project/.gitignore', 'out/\n*.log\n')
    for (const path of ['src/dock.ts', 'src/harbour/pier.ts', 'README.md', 'out/dock.js', 'debug.log', '.git/config'])
      this.write(`project/${path}`, path)
    this.write(
      'project/.claude/commands/land.md',
      '---\ndescription: Comes to land\nargument-hint: [pier]\n---\nLand at $1.',
    )
    this.write('.claude/skills/knots/SKILL.md', '---\nname: knots\ndescription: Ties knots\n---\nTie.')
    this.write(`.claude/debug/${sessionId}.txt`, 'one\ntwo\n')
    const output = `tmp/claude-1000/-project/${sessionId}/tasks/${task}.output`
    this.write(output, 'It flew away.\n')
    const told = [`<task-id>${task}</task-id>`, `<output-file>${join(this.home, output)}</output-file>`]
    const notice = `<task-notification>${told.join('')}<status>completed</status></task-notification>`
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
    const content = [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'a picture' }, image] },
    ]
    const shared = { sessionId, cwd: this.project, version: '2.1.325', timestamp: '2026-11-14T09:30:00.000Z' }
    const lines = [
      { type: 'user', uuid, parentUuid: null, ...shared, message: { role: 'user', content } },
      { type: 'user', uuid: sessionId, parentUuid: uuid, ...shared, message: { role: 'user', content: 'Look.' } },
      { type: 'queue-operation', operation: 'enqueue', ...shared, content: notice },
    ]
    const folder = this.project.replaceAll(/[^A-Za-z0-9]/g, '-')
    this.write(
      `.claude/projects/${folder}/${sessionId}.jsonl`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
  }
}
