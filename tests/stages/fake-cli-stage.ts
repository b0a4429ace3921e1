import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type TestServer } from '@quarterdeck/testkit'
import { root } from '../../scripts/root.ts'

export const PROGRAM = join(root, 'packages/server/dist/quarterdeck.js')

/** In the place of the CLI: notes what it was given, answers nothing, and outlives its stdin for a while. */
const FAKE = `
  import { appendFileSync, writeFileSync } from 'node:fs'
  if (process.argv.includes('--version')) {
    console.log('2.1.325 (Claude Code)')
    process.exit()
  }
  writeFileSync('started', JSON.stringify({ argv: process.argv.slice(2), env: process.env }))
  writeFileSync('pid', String(process.pid))
  console.log(JSON.stringify({ type: 'keep_alive' }))
  process.stdin.on('data', (chunk) => appendFileSync('received', chunk))
  process.stdin.on('end', () => setTimeout(() => process.exit(), 300))
  setInterval(() => undefined, 1000)
`

/** The built server on a CLI that does nothing, with a home and a project of its own. */
export class FakeCliStage {
  readonly home = mkdtempSync(join(tmpdir(), 'quarterdeck-server-'))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  readonly claude = join(this.home, 'fake.mjs')
  server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async set(): Promise<FakeCliStage> {
    const stage = new FakeCliStage(null as unknown as TestServer)
    mkdirSync(stage.project)
    writeFileSync(stage.claude, FAKE)
    await stage.start()
    return stage
  }

  /** Starts the server, the first one or another. */
  async start(...args: string[]): Promise<void> {
    const env = { HOME: this.home, PATH: process.env.PATH ?? '', QUARTERDECK_SECRET: 'x' }
    const claude = args.includes('--claude') ? [] : ['--claude', this.claude]
    this.server = await startServer({ data: this.data, env, args: [...claude, ...args] })
  }

  async clear(): Promise<void> {
    await this.server.end()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.server.token}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  /** Sends a path as it is: fetch would resolve its dots first. */
  askPlainly(path: string, method = 'GET', headers: Record<string, string> = {}) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(this.server.url)
      const sent = request({ hostname, port, path, method, headers }, async (response) => {
        const chunks = await response.toArray()
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') })
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  /** As a program does, with the token; other headers in its place where they are given. */
  openSocket(address: string, protocols: string[] = ['quarterdeck.v1'], headers = this.#bearer): WebSocket {
    return new WebSocket(address, { protocols, headers } as unknown as string[])
  }

  get #bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.server.token}` }
  }

  async startSession(): Promise<{ sessionId: string }> {
    const answer = await this.call('POST', '/api/claude/sessions', { cwd: this.project, trust: true })
    await waitFor(() => existsSync(join(this.project, 'pid')) && this.received !== '')
    return (await answer.json()) as { sessionId: string }
  }

  async list<T>(): Promise<T[]> {
    return ((await (await this.call('GET', '/api/claude/sessions')).json()) as { items: T[] }).items
  }

  /** What the CLI was told so far. */
  get received(): string {
    const path = join(this.project, 'received')
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }

  get cliPid(): number {
    return Number(readFileSync(join(this.project, 'pid'), 'utf8'))
  }

  sessionFolder(sessionId: string): string {
    return join(this.data, 'sessions', sessionId)
  }

  /** What a socket of the session says until everything was told. */
  async frames(sessionId: string, query = ''): Promise<{ seq?: number; type?: string; message?: unknown }[]> {
    const address = `${this.server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1${query}`
    const socket = this.openSocket(address)
    const frames: { seq?: number; type?: string; message?: unknown }[] = []
    await new Promise<void>((resolve, reject) => {
      socket.onclose = () => reject(new Error(`closed after ${frames.length} frames`))
      socket.onmessage = ({ data }) => {
        frames.push(JSON.parse(data))
        if (frames.at(-1)?.type === 'caught_up') resolve()
      }
    })
    socket.onclose = null
    socket.close()
    return frames
  }
}

export async function errorOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { error: object }).error }
}

export async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}
