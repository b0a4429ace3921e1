import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, askServer, PairedDevice, startServer, type TestServer } from '@quarterdeck/testkit'
import { root } from '../scripts/root.ts'

const PLAYER = join(root, 'packages/server/dist/player.js')

export interface Door {
  method: string
  path: string
  policy: string
}

type Headers = Record<string, string>

/** The built server with a session, and a device that is paired with it: something to steal, and somebody to steal it from. */
export class GateStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-gate-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  readonly #args: string[]
  readonly #env: Record<string, string>
  server: TestServer = null as unknown as TestServer
  device: PairedDevice = null as unknown as PairedDevice
  sessionId = ''

  private constructor(args: string[], env: Record<string, string>) {
    this.#args = args
    this.#env = env
    mkdirSync(this.project)
  }

  static async set({
    args = [],
    env = {},
  }: {
    args?: string[]
    env?: Record<string, string>
  } = {}): Promise<GateStage> {
    const stage = new GateStage(args, env)
    await stage.start()
    stage.device = await PairedDevice.pair(stage.server)
    const body = { cwd: stage.project, trust: true }
    const started = await stage.ask('POST', '/api/claude/sessions', stage.bearer, body)
    stage.sessionId = (started.json() as { sessionId: string }).sessionId
    return stage
  }

  async start(...args: string[]): Promise<void> {
    const env = { HOME: this.home, PATH: process.env.PATH ?? '', QUARTERDECK_PLAYER_SPEED: '1', ...this.#env }
    this.server = await startServer({ data: this.data, env, args: ['--claude', PLAYER, ...this.#args, ...args] })
  }

  get bearer(): Headers {
    return { authorization: `Bearer ${this.server.token}` }
  }

  ask(method: string, path: string, headers: Headers = {}, body?: unknown): Promise<Answer> {
    return askServer(this.server.url, method, path, { headers, body })
  }

  /** The status that the upgrade is answered with; 101 is an open socket, which is closed again. */
  async knock(path: string, headers: Headers): Promise<number> {
    const opened = await openRaw(this.server.url, path, headers)
    if (typeof opened === 'number') return opened
    opened.socket.destroy()
    return 101
  }

  /** Every route and socket that there is, as the server itself says. */
  async doors(): Promise<Door[]> {
    return ((await this.ask('GET', '/api/routes', this.bearer)).json() as { items: Door[] }).items
  }

  /** A real address for a pattern: a session that is there, where an id of one is wanted. */
  toPath(pattern: string): string {
    return pattern.replace('/sessions/:id', `/sessions/${this.sessionId}`).replaceAll(/:\w+/g, 'none')
  }

  countSessions(): number {
    return readdirSync(join(this.data, 'sessions')).length
  }

  async clear(): Promise<void> {
    await this.server.end()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A WebSocket as it is on the wire, with exactly these headers; the status, where it was refused. */
export function openRaw(url: string, path: string, headers: Headers): Promise<IncomingMessage | number> {
  const { hostname, port, pathname } = new URL(url)
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      path: (pathname === '/' ? '' : pathname) + path,
      headers: { connection: 'Upgrade', upgrade: 'websocket', ...key, ...headers },
      agent: false,
    })
    sent.on('upgrade', (response, socket) => {
      socket.on('error', () => socket.destroy())
      resolve(response)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}
