import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Session, type SessionItem, type StartSessionOptions, startSession } from '@quarterdeck/driver'
import { findRealCli, type Reply, type ScriptedModel, startScriptedModel, toCliEnv } from '@quarterdeck/testkit'
import { test } from 'vitest'

type Options = Omit<StartSessionOptions, 'cwd'>

/** A home, a project and a model for sessions with a real CLI; all is gone afterwards. */
export class DriverStage {
  readonly version: string
  readonly model: ScriptedModel
  readonly home: string
  readonly project: string
  readonly env: Record<string, string>
  readonly #sessions: Session[] = []

  private constructor(version: string, model: ScriptedModel) {
    this.version = version
    this.model = model
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-driver-')))
    this.project = join(this.home, 'project')
    mkdirSync(this.project)
    const tmp = join(this.home, 'tmp')
    mkdirSync(tmp)
    this.env = { ...toCliEnv({ home: this.home, modelUrl: model.url }), CLAUDE_CODE_TMPDIR: tmp }
    writeFileSync(join(this.project, 'a.txt'), 'one\ntwo\n')
  }

  static async set(version: string): Promise<DriverStage> {
    return new DriverStage(version, await startScriptedModel())
  }

  get isNew(): boolean {
    return this.version !== '2.1.38'
  }

  async start(options: Options = {}): Promise<Session> {
    const claude = findRealCli(this.version)
    return this.adopt(await startSession({ cwd: this.project, claude, baseEnv: this.env, ...options }))
  }

  /** Sees to it that a session ends with the stage. */
  adopt(session: Session): Session {
    this.#sessions.push(session)
    return session
  }

  /** Scripts the answer to a prompt, and gives the prompt. */
  script(prompt: string, ...replies: Reply[]): string {
    this.model.script(prompt, replies)
    return prompt
  }

  has(name: string): boolean {
    return existsSync(join(this.project, name))
  }

  write(name: string, text: string): void {
    const path = join(this.project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** The lines of a session's transcript, as the CLI wrote them. */
  transcript(sessionId: string): Record<string, unknown>[] {
    const [path] = globSync(`.claude/projects/*/${sessionId}.jsonl`, { cwd: this.home })
    if (path === undefined) return []
    // What stands behind the last line end is being written.
    const lines = readFileSync(join(this.home, path), 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line))
  }

  /** What the model was asked for the sake of the conversation; for titles and suggestions the CLI asks it too. */
  get asked(): Record<string, unknown>[] {
    return this.model.requests.filter((request) => !this.model.ownRequests.some(({ body }) => body === request))
  }

  /** Whether the model got these words with its newest request. */
  knows(words: string): boolean {
    return JSON.stringify(this.asked.at(-1)?.messages).includes(words)
  }

  async clear(): Promise<void> {
    for (const session of this.#sessions) await session.stop()
    try {
      await this.model.close()
    } finally {
      rmSync(this.home, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

/** A command that must be allowed. */
export function toTouch(name: string): Reply {
  return { tools: [{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }] }
}

/** Waits for the CLI to ask about a tool, and gives the id of the request. */
export async function asked(session: Session, tool: string): Promise<string> {
  const find = () => session.open.find(({ body }) => (body as { tool_name?: string }).tool_name === tool)
  await session.until(() => find() !== undefined)
  const request = find()
  if (request === undefined) throw new Error(`The session is over, and ${tool} was not asked for.`)
  return request.requestId
}

/** The text of a turn's result. */
export function textOf(turn: Awaited<ReturnType<Session['turn']>>): string {
  if (turn.kind !== 'result') return turn.kind
  return turn.result.subtype === 'success' ? (turn.result.result ?? '') : turn.result.subtype
}

/** All that has happened so far. */
export async function itemsOf(session: Session): Promise<SessionItem[]> {
  const items: SessionItem[] = []
  await session.stop()
  for await (const item of session.messages()) items.push(item)
  return items
}

/** Tests that have a stage each, so that they can run side by side. */
export function testsWith(version: string) {
  return test.extend<{ stage: DriverStage }>({
    // biome-ignore lint/correctness/noEmptyPattern: a fixture must name those it stands on, and this one stands on none.
    stage: async ({}, use) => {
      const stage = await DriverStage.set(version)
      await use(stage)
      await stage.clear()
    },
  })
}
