import { randomUUID } from 'node:crypto'
import type { DecidePermission, SessionRow } from '@quarterdeck/contract'
import { type Cli, CliProcess, type StartOptions, type StopTimes, toArgv, toChildEnv } from '@quarterdeck/driver'
import {
  type Message,
  parseLine,
  serialise,
  toAllow,
  toControlRequest,
  toDeny,
  toUserMessage,
} from '@quarterdeck/protocol'
import { type Exit, fold, initialState, type SessionEvent, type SessionState } from '@quarterdeck/transcript'
import { ServerError } from './server-error.ts'
import type { LogRecord, SessionLog } from './session-log.ts'

export interface SessionInfo {
  sessionId: string
  cwd: string
  created: string
  model?: string | undefined
  permissionMode?: string | undefined
}

/** One session: its log, its folded state, and its process while there is one. */
export class LiveSession {
  readonly info: SessionInfo
  readonly log: SessionLog
  readonly #cli: () => Cli
  readonly #env: NodeJS.ProcessEnv
  #state: SessionState = initialState
  #process: CliProcess | null = null

  constructor(info: SessionInfo, log: SessionLog, cli: () => Cli, env: NodeJS.ProcessEnv) {
    this.info = info
    this.log = log
    this.#cli = cli
    this.#env = env
    for (const record of log.readAfter(0)) this.#apply(record)
    log.subscribe((record) => this.#apply(record))
    // The server was killed and could not say so: what was open then is closed now.
    const isOpen = log.lastSeq > 0 && this.#state.status !== 'error' && this.#state.status !== 'disconnected'
    if (isOpen) this.#appendExit({ code: null, signal: null, stopped: true, stderr: '' })
  }

  start(): void {
    const cli = this.#cli()
    const { cwd, sessionId, model, permissionMode } = this.info
    // A session that never got a prompt left no transcript to resume.
    const resume = this.#state.entries.some((entry) => entry.kind === 'user')
    const options: StartOptions = { cwd, sessionId, model, permissionMode, resume }
    const child = new CliProcess(cli, toArgv(options), { cwd, env: toChildEnv(this.#env) }, (frame) => {
      if (frame.kind === 'line') this.log.append({ line: frame.text })
      else this.log.append({ line: `A line of ${frame.bytes} bytes was too long to keep` })
    })
    this.#process = child
    void child.exited.then((exit) => {
      this.#process = null
      this.#appendExit(exit)
    })
    child.write(serialise(toControlRequest(randomUUID(), { subtype: 'initialize' })))
  }

  send(content: string): void {
    if (this.#process === null) this.start()
    this.#write(toUserMessage({ content, uuid: randomUUID() }), { log: true })
  }

  decide(decision: DecidePermission): void {
    const requestId = decision.request_id
    const approval = this.#state.approvals.find((each) => each.requestId === requestId)
    if (approval === undefined)
      throw new ServerError('already_resolved', `The request '${requestId}' is not open: it was answered or withdrawn.`)
    const input = approval.input as Record<string, unknown>
    const { updatedInput, message, interrupt } = decision
    const answer =
      decision.behavior === 'allow'
        ? toAllow({ requestId, input, ...(updatedInput && { updatedInput }) })
        : toDeny({ requestId, ...(message && { message }), ...(interrupt && { interrupt }) })
    this.#write(answer, { log: true })
  }

  interrupt(): void {
    this.#write(toControlRequest(randomUUID(), { subtype: 'interrupt' }), { log: false })
  }

  async stop(times?: StopTimes): Promise<void> {
    await this.#process?.stop(times)
  }

  toRow(): SessionRow {
    const last = this.log.readAfter(this.log.lastSeq - 1)[0]
    const first = this.#state.entries.find((entry) => entry.kind === 'user')
    return {
      sessionId: this.info.sessionId,
      title: first?.kind === 'user' ? (first.text.split('\n')[0] ?? '').slice(0, 80) : 'New session',
      projectPath: this.info.cwd,
      created: this.info.created,
      modified: last?.at ?? this.info.created,
      status: this.#state.status,
      live: this.#process !== null,
      pending: this.#state.approvals.length,
    }
  }

  /** What we say is a fact for every client at once; the CLI's echo of it is a repeat and changes nothing. */
  #write(message: object, { log }: { log: boolean }): void {
    if (this.#process === null)
      throw new ServerError('not_running', 'The CLI of this session is not running. Send a message to start it.')
    const line = serialise(message)
    if (log) this.log.append({ line: line.trimEnd() })
    this.#process.write(line)
  }

  #appendExit(exit: Exit): void {
    const { code, signal, stopped, failedToStart, stderr } = exit
    this.log.append({ exit: { code, signal, stopped, stderr, ...(failedToStart && { failedToStart }) } })
  }

  #apply(record: LogRecord): void {
    this.#state = fold(this.#state, toEvent(record))
  }
}

function toEvent(record: LogRecord): SessionEvent {
  if ('exit' in record) return { kind: 'exit', exit: record.exit }
  const line = parseLine(record.line)
  return line.kind === 'message'
    ? { kind: 'message', message: line.message satisfies Message }
    : { kind: 'unread', text: line.raw }
}
