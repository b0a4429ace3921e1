import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  findRealCli,
  type ScriptedModel,
  type Step,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
} from '@quarterdeck/testkit'
import { root } from '../../../scripts/root.ts'
import { BridgeClient } from '../bridge-client.ts'
import { BridgeDoor } from './bridge-door.ts'
import type { Door, Raw, Transport } from './door.ts'
import { HttpDoor } from './http-door.ts'
import { LiveDoor } from './live-door.ts'
import { SubscribeDoor } from './subscribe-door.ts'

const MCP_SERVER = join(root, 'packages/testkit/fixtures/mcp-server.mjs')

/** The built server on a real CLI with a scripted model, and a project that is trusted, with a command of its own. */
export class MatrixStage {
  readonly version: string
  readonly model: ScriptedModel
  readonly server: TestServer
  readonly home: string
  readonly project: string

  private constructor(version: string, model: ScriptedModel, server: TestServer, home: string) {
    this.version = version
    this.model = model
    this.server = server
    this.home = home
    this.project = join(home, 'project')
  }

  static async set(version: string): Promise<MatrixStage> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-matrix-')))
    const model = await startScriptedModel()
    const args = ['--claude', findRealCli(version), '--bridge', '--allow-config']
    const env = toCliEnv({ home, modelUrl: model.url })
    const server = await startServer({ data: join(home, 'data'), env, args })
    const stage = new MatrixStage(version, model, server, home)
    stage.write('make.sh', 'touch "$1"\n')
    stage.write('.claude/commands/greet.md', 'Please greet $ARGUMENTS.\n')
    // The CLI's own record of what is trusted, which counts here too.
    const projects = { [stage.project]: { hasTrustDialogAccepted: true } }
    const path = join(home, '.claude.json')
    const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    writeFileSync(path, JSON.stringify({ ...known, projects }))
    return stage
  }

  get isNew(): boolean {
    return this.version !== '2.1.38'
  }

  /** What a session of this transport is started with. */
  get options(): Raw {
    const desk = { command: process.execPath, args: [MCP_SERVER] }
    return { cwd: this.project, mcpConfig: { mcpServers: { desk } } }
  }

  async open(transport: Transport): Promise<Door> {
    const { server } = this
    switch (transport) {
      case 'HTTP':
        return new HttpDoor(server)
      case 'subscribe':
        return new SubscribeDoor(server)
      case 'live':
        return new LiveDoor(server)
      case 'bridge':
        return new BridgeDoor(await BridgeClient.open(server, BridgeClient.readKey(join(this.home, 'data'))))
    }
  }

  script(words: string, ...replies: Step[]): string {
    this.model.script(words, replies)
    return words
  }

  /** Whether the model was told these words with its newest request of a conversation. */
  knows(words: string): boolean {
    const own = this.model.ownRequests.map(({ body }) => body as unknown)
    const asked = this.model.requests.filter((request) => !own.includes(request))
    return JSON.stringify(asked.at(-1)?.messages).includes(words)
  }

  /** Waits until nothing is at work in the session. */
  async rested({ sessionId }: Door): Promise<void> {
    const http = new HttpDoor(this.server)
    await http.attend(sessionId)
    await http.rested()
  }

  has(name: string): boolean {
    return existsSync(join(this.project, name))
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), 'utf8')
  }

  write(name: string, text: string): void {
    const path = join(this.project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  async clear(): Promise<void> {
    await this.server.end()
    try {
      await this.model.close()
    } finally {
      rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
