import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExitInfo } from '@quarterdeck/driver'
import {
  type ControlRequestBody,
  serialise,
  toAllow,
  toControlRequest,
  toControlSuccess,
  toDeny,
  toUserMessage,
} from '@quarterdeck/protocol'
import type { Step } from '../model/reply.ts'
import type { ScriptedModel } from '../model/scripted-model.ts'
import { Inbox } from './inbox.ts'
import { matches, printPattern } from './match.ts'
import { Folder } from './scenario-folder.ts'
import { type RecordLine, ScenarioProcess } from './scenario-process.ts'
import { findLine, readTranscript } from './scenario-transcript.ts'

export type Wire = { type: string } & Record<string, unknown>
type Input = Record<string, unknown>
type AllowOptions = Pick<Parameters<typeof toAllow>[0], 'updatedInput' | 'updatedPermissions'>
type Content = Parameters<typeof toUserMessage>[0]['content']

/** A `can_use_tool` request that waits for an answer. */
export interface Prompt extends Wire {
  request_id: string
  request: {
    tool_name: string
    tool_use_id: string
    input: Input
    permission_suggestions?: AllowOptions['updatedPermissions']
  }
}

export interface StartOptions {
  /** Instead of a new session of its own id. */
  session?: string[]
  argv?: string[]
  env?: Record<string, string>
  /** What the host says of itself; hooks and servers among it. */
  initialize?: Input
}

/** A real CLI in a home of its own, for a scenario to talk to. One process at a time; what it said stays when the next begins. */
export class ScenarioCli {
  readonly version: string
  readonly model: ScriptedModel
  readonly home: Folder
  readonly project: Folder
  readonly #inbox = new Inbox()
  readonly #answers = new Map<string, (request: Input) => Input>()
  readonly #process: ScenarioProcess
  #requests = 0
  /** The id of the newest session that was started as a new one. */
  sessionId = ''

  constructor(options: { version: string; home: string; model: ScriptedModel }) {
    this.version = options.version
    this.model = options.model
    this.home = new Folder(options.home)
    this.project = new Folder(this.home.path('project'))
    this.project.write('a.txt', 'one\ntwo\n')
    this.#process = new ScenarioProcess({
      version: this.version,
      home: this.home,
      project: this.project,
      modelUrl: this.model.url,
      onLine: (text) => this.#receive(text),
      onEnd: (info) => this.#inbox.end(`The CLI ended with ${info.code ?? info.signal}. ${info.stderr}`),
    })
  }

  get record(): readonly RecordLine[] {
    return this.#process.record
  }

  get isRunning(): boolean {
    return this.#process.isRunning
  }

  get isNew(): boolean {
    return this.version !== '2.1.38'
  }

  /** Says that the user trusts the project, without which the newer CLI ignores what its settings allow. */
  trust(): void {
    this.home.write('.claude.json', { projects: { [this.project.root]: { hasTrustDialogAccepted: true } } })
  }

  /** Starts a process and waits for its answer to `initialize`. */
  async start(options: StartOptions = {}): Promise<Wire> {
    this.launch(options)
    return this.request({ subtype: 'initialize', ...options.initialize } as ControlRequestBody)
  }

  /** Starts a process and says nothing to it. */
  launch(options: StartOptions = {}): void {
    if (options.session === undefined) this.sessionId = crypto.randomUUID()
    this.#inbox.begin()
    const session = options.session ?? [`--session-id=${this.sessionId}`]
    this.#process.launch(session, options.argv ?? [], options.env ?? {})
  }

  /** Sends a prompt, and scripts what the model answers to it. */
  say(content: Content, replies?: readonly Step[]): string {
    const uuid = crypto.randomUUID()
    if (replies !== undefined) this.model.script(toWords(content), replies)
    this.send(toUserMessage({ content, uuid }))
    return uuid
  }

  /** Sends a prompt and waits for the turn's result, which must match. */
  async turn(
    content: Content,
    replies?: readonly Step[],
    result: Input = { subtype: 'success', is_error: false },
  ): Promise<Wire> {
    this.say(content, replies)
    return this.result(result)
  }

  async result(pattern: Input = { subtype: 'success', is_error: false }): Promise<Wire> {
    const result = await this.next({ type: 'result' })
    assert.ok(matches(result, pattern), `The result should match ${printPattern(pattern)}: ${JSON.stringify(result)}`)
    return result
  }

  /** Waits for the first message that matches and was not waited for before. */
  async next(pattern: Input, deadlineMs?: number): Promise<Wire> {
    const fails = () => (this.model.faults.length > 0 ? this.model.faults.join('\n') : undefined)
    return (await this.#inbox.next(pattern, fails, deadlineMs)) as Wire
  }

  /** Waits for the CLI to ask for leave to use a tool. */
  async asked(tool: string, more: Input = {}): Promise<Prompt> {
    const request = { subtype: 'can_use_tool', tool_name: tool, ...more }
    return (await this.next({ type: 'control_request', request })) as Prompt
  }

  allow(prompt: Prompt, options: AllowOptions = {}): void {
    this.send(toAllow({ requestId: prompt.request_id, input: prompt.request.input, ...options }))
  }

  deny(prompt: Prompt, message: string, options: { interrupt?: boolean } = {}): void {
    this.send(toDeny({ requestId: prompt.request_id, message, ...options }))
  }

  /** Answers every control request of this subtype from now on. */
  answer(subtype: string, toResponse: (request: Input) => Input): void {
    this.#answers.set(subtype, toResponse)
  }

  /** Sends a control request and waits for its response, which must be a success unless said otherwise. */
  async request(body: ControlRequestBody, subtype: 'success' | 'error' = 'success'): Promise<Wire> {
    const id = `request-${++this.#requests}`
    this.send(toControlRequest(id, body))
    const answer = await this.next({ type: 'control_response', response: { request_id: id } })
    assert.ok(
      matches(answer, { response: { subtype } }),
      `${body.subtype} should be a ${subtype}: ${JSON.stringify(answer)}`,
    )
    return ((answer.response as Input).response ?? {}) as Wire
  }

  send(message: object): void {
    this.write(serialise(message))
  }

  /** Writes bytes as they are; the newline is the caller's. */
  write(text: string): void {
    this.#process.write(text)
  }

  /** Closes stdin and waits for the end. */
  async stop(pattern: Input = { code: 0, forced: false }): Promise<ExitInfo> {
    this.#process.closeInput()
    return this.exited(pattern)
  }

  /** Waits for the process to end by itself. */
  async exited(pattern: Input): Promise<ExitInfo> {
    const info = await this.#process.exited()
    assert.ok(matches(info, pattern), `The CLI should end with ${printPattern(pattern)}: ${JSON.stringify(info)}`)
    return info
  }

  /** Waits for something outside the wire, such as a file. */
  async until(isSo: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + 30_000
    while (!isSo()) {
      assert.ok(performance.now() < deadline, `It should come to this in 30 s: ${what}. ${this.#inbox.print()}`)
      await sleep(20)
    }
  }

  /** All that came so far and matches, waited for or not. */
  all(pattern: Input): Wire[] {
    return this.#inbox.all(pattern) as Wire[]
  }

  saw(pattern: Input): Wire {
    const found = this.all(pattern)[0]
    assert.ok(found, `There should be a message like ${printPattern(pattern)}. ${this.#inbox.print()}`)
    return found
  }

  never(pattern: Input): void {
    const found = this.all(pattern)[0]
    assert.ok(!found, `There should be no message like ${printPattern(pattern)}: ${JSON.stringify(found)}`)
  }

  transcript(sessionId = this.sessionId): Wire[] {
    return readTranscript(this.home, sessionId)
  }

  /** A line of the transcript that matches, which must be there. */
  kept(pattern: Input, sessionId = this.sessionId): Wire {
    return findLine(this.transcript(sessionId), pattern)
  }

  #receive(text: string): void {
    const message = JSON.parse(text)
    this.#inbox.push(message)
    const toResponse = message.type === 'control_request' ? this.#answers.get(message.request?.subtype) : undefined
    if (toResponse !== undefined) this.send(toControlSuccess(message.request_id, toResponse(message.request)))
  }
}

function toWords(content: Content): string {
  if (typeof content === 'string') return content
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('')
}
