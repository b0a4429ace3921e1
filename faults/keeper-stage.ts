import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cli, findCli, KeptSession, reapMarked, toKeeperMarker } from '@quarterdeck/driver'
import { type LogRecord, toAllow } from '@quarterdeck/protocol'
import { findRealCli, startScriptedModel, toCliEnv } from '@quarterdeck/testkit'
import { root } from '../scripts/root.ts'

const DIST = join(root, 'packages/server/dist')
const KEEPER = join(DIST, 'keeper.js')
const PLAYER = join(DIST, 'player.js')

export interface KeeperNote {
  pid: number
  socket: string
  cli: { pid: number }
}

type Raw = Readonly<Record<string, unknown>>

/** A session with the built keeper: on the fake CLI, which writes down what it reads, or on a real one with a scripted model. */
export class KeeperStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-keeper-')))
  readonly project = join(this.home, 'project')
  readonly folder = join(this.home, 'kept')
  readonly marker = `stage:${crypto.randomUUID()}`
  readonly sessionId = crypto.randomUUID()
  readonly #cli: Cli
  readonly #version: string
  readonly #env: Record<string, string>
  readonly #end: () => Promise<void>

  private constructor(cli: Cli, version: string, env: Record<string, string>, end: () => Promise<void>) {
    this.#cli = cli
    this.#version = version
    const stdin = join(this.home, 'stdin')
    this.#env = { PATH: process.env.PATH ?? '', ...env, HOME: this.home, QUARTERDECK_PLAYER_STDIN: stdin }
    this.#end = end
    mkdirSync(this.project)
  }

  static player(env: Record<string, string> = {}): KeeperStage {
    const cli = { path: PLAYER, command: process.execPath, args: [PLAYER] }
    return new KeeperStage(cli, '2.1.325', { QUARTERDECK_PLAYER_SPEED: '0', ...env }, async () => undefined)
  }

  static async real(version: string): Promise<KeeperStage> {
    const model = await startScriptedModel()
    const cli = findCli({ named: findRealCli(version), env: {}, home: '/' })
    return new KeeperStage(cli, version, toCliEnv({ home: '/', modelUrl: model.url }), () => model.close())
  }

  /** Starts the session, if it does not run, and gives a host of it. */
  async start(options: { interruptTimes?: { answerMs: number; endMs: number }; logMaxBytes?: number } = {}) {
    const kept = await KeptSession.open(this.folder)
    const spec = {
      cli: this.#cli,
      cliVersion: this.#version,
      options: { cwd: this.project },
      sessionId: this.sessionId,
      claudeDir: join(this.home, '.claude'),
      settingsMode: null,
      idleMs: null,
      marker: this.marker,
      stopTimes: { termAfterMs: 500, killAfterMs: 1000 },
      ...options,
    }
    await kept.start(spec, { file: KEEPER, env: this.#env })
    return new StageHost(kept)
  }

  async attach(): Promise<StageHost> {
    return new StageHost(await KeptSession.open(this.folder))
  }

  get program(): { cli: Cli; env: Record<string, string> } {
    return { cli: this.#cli, env: this.#env }
  }

  get note(): KeeperNote {
    return JSON.parse(readFileSync(join(this.folder, 'keeper.json'), 'utf8'))
  }

  /** What the log says of the keeper's words of a kind. */
  records(subtype: string): Raw[] {
    const lines = readFileSync(this.logPath, 'utf8').trimEnd().split('\n').slice(1)
    return lines.map((line) => JSON.parse(line).message).filter((message) => message.subtype === subtype)
  }

  get logPath(): string {
    return join(this.folder, 'log.ndjson')
  }

  /** What the fake CLI has read, of all its processes. */
  get stdin(): Raw[] {
    const path = join(this.home, 'stdin')
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.flatMap((line) => (line === '' ? [] : [parseOrNull(line)])).filter((line) => line !== null)
  }

  /** How often a prompt came to the CLI. */
  countPrompts(words: string): number {
    return this.stdin.filter((line) => line.type === 'user' && JSON.stringify(line.message).includes(words)).length
  }

  /** How often the CLI has taken a prompt into its conversation: what a killed one only read is as if it was never sent. */
  countTaken(words: string): number {
    const paths = globSync('.claude/projects/*/*.jsonl', { cwd: this.home })
    const lines = paths.flatMap((path) => readFileSync(join(this.home, path), 'utf8').split('\n'))
    return lines.filter((line) => line.includes('"type":"user"') && line.includes(words)).length
  }

  countAnswers(requestId: string): number {
    return this.stdin.filter((line) => (line.response as Raw | undefined)?.request_id === requestId).length
  }

  async clear(): Promise<void> {
    const kept = await KeptSession.open(this.folder)
    await kept.end({ termAfterMs: 100, killAfterMs: 500 })
    kept.close()
    await reapMarked((marker) => marker === this.marker || marker === toKeeperMarker(this.marker))
    await this.#end()
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A host of a kept session that waits for what is to come. */
export class StageHost {
  readonly kept: KeptSession
  #wake: () => void = () => undefined

  constructor(kept: KeptSession) {
    this.kept = kept
    kept.subscribe(() => this.#wake())
  }

  get records(): LogRecord[] {
    return this.kept.readAfter(0, Number.POSITIVE_INFINITY).map((line) => JSON.parse(line))
  }

  get results(): number {
    return this.records.filter(({ message }) => (message as Raw).type === 'result').length
  }

  /** The newest end of the CLI. */
  get exit(): Raw | undefined {
    return this.records.map(({ message }) => (message as { exit?: Raw }).exit).findLast((exit) => exit !== undefined)
  }

  get openRequest(): string | undefined {
    return Object.keys(this.kept.facts.open)[0]
  }

  async until(isSo: (host: this) => boolean, limitMs = 30_000): Promise<boolean> {
    const limit = Date.now() + limitMs
    while (!isSo(this)) {
      if (Date.now() > limit) return false
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(50)])
    }
    return true
  }

  send(content: string, commandId: string = crypto.randomUUID()) {
    return this.kept.command({ commandId, command: { kind: 'send', uuid: crypto.randomUUID(), content } })
  }

  allow(requestId: string, commandId: string = crypto.randomUUID()) {
    return this.kept.command({ commandId, command: { kind: 'respond', message: toAllow({ requestId, input: {} }) } })
  }

  close(): void {
    this.kept.close()
  }
}

/** A prompt that brings its own script. */
export function toPrompt(words: string, ...steps: object[]): string {
  return `${words}\n@script ${JSON.stringify(steps)}`
}

/** A tool that a person must allow. */
export const ASKING = {
  tools: [{ name: 'Bash', input: { command: 'touch made', description: 'Make a file' }, ask: true }],
}

function parseOrNull(line: string): Raw | null {
  try {
    return JSON.parse(line)
  } catch {
    // The last line of a process that was killed.
    return null
  }
}
