import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type DecidePermission, type ExitFrame, type SessionRow, toExitInfo } from '@quarterdeck/contract'
import { type Cli, CliProcess, endOrphan, type Frame, type StopTimes, toArgv, toChildEnv } from '@quarterdeck/driver'
import { parseLine, serialise, toAllow, toControlRequest, toDeny, toUserMessage } from '@quarterdeck/protocol'
import { fold, initialState, type SessionEvent, type SessionState, toTitle } from '@quarterdeck/transcript'
import { readProcessNote, removeProcessNote, writeProcessNote } from './process-note.ts'
import { ServerError } from './server-error.ts'
import { type LogRecord, SessionLog } from './session-log.ts'

export interface SessionInfo {
  sessionId: string
  cwd: string
  created: string
  model?: string | undefined
  permissionMode?: string | undefined
}

export interface SessionContext {
  /** Where the session keeps its log and notes. */
  folder: string
  /** The CLI's data directory. */
  claudeDir: string
  findCli: () => Cli
  env: NodeJS.ProcessEnv
  /** Throws when nothing may be started in the folder now. */
  assertMayStart: (cwd: string) => void
}

/** One session: its log, its folded state, and its process while there is one. */
export class LiveSession {
  readonly info: SessionInfo
  readonly log: SessionLog
  readonly #context: SessionContext
  #state: SessionState = initialState
  #process: CliProcess | null = null
  #starting: Promise<CliProcess> | null = null
  #appliedSeq = 0

  constructor(info: SessionInfo, context: SessionContext) {
    this.info = info
    this.#context = context
    this.log = new SessionLog(join(context.folder, 'log.ndjson'))
    this.#apply()
    this.log.subscribe(() => this.#apply())
    // A server that was killed could not note the end of what it had open; `endOrphan` sees to the process itself.
    const isOpen = this.log.lastSeq > 0 && this.#state.status !== 'error' && this.#state.status !== 'disconnected'
    if (isOpen) this.#appendExit({ code: null, signal: null, stopped: true, stderr: '' })
  }

  get isLive(): boolean {
    return this.#process !== null
  }

  /** Gives the process that takes our words: the one that runs, or a new one. */
  start(): Promise<CliProcess> {
    if (this.#process?.canWrite) return Promise.resolve(this.#process)
    this.#starting ??= this.#spawn().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async send(content: string): Promise<void> {
    const process = await this.start()
    this.#say(process, toUserMessage({ content, uuid: randomUUID() }))
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
        ? toAllow({ requestId, input, updatedInput })
        : toDeny({ requestId, message, interrupt })
    this.#say(this.#running(), answer)
  }

  interrupt(): void {
    this.#running().write(serialise(toControlRequest(randomUUID(), { subtype: 'interrupt' })))
  }

  async stop(times?: StopTimes): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.#process?.stop(times)
  }

  toRow(): SessionRow {
    return {
      sessionId: this.info.sessionId,
      title: this.#state.turns.size === 0 ? 'New session' : toTitle(this.#state.titles),
      projectPath: this.info.cwd,
      created: this.info.created,
      modified: this.log.lastAt ?? this.info.created,
      status: this.#state.status,
      live: this.isLive,
      pending: this.#state.approvals.length,
    }
  }

  async #spawn(): Promise<CliProcess> {
    const { folder, findCli, env, assertMayStart } = this.#context
    const { cwd, sessionId, model, permissionMode } = this.info
    assertMayStart(cwd)
    const note = join(folder, 'process.json')
    await this.#process?.exited
    const orphan = readProcessNote(note)
    if (orphan !== null) await endOrphan(orphan)

    const argv = toArgv({ cwd, sessionId, model, permissionMode, resume: this.#hasTranscript() })
    const child = new CliProcess(findCli(), argv, { cwd, env: toChildEnv(env) }, (frame) => this.#keep(child, frame))
    if (!(await child.started)) {
      const { failedToStart } = await child.exited
      throw new ServerError(
        'cli_failed',
        `The CLI could not be started: ${failedToStart}. Check it with --claude PATH.`,
      )
    }
    this.#process = child
    if (child.pid !== undefined) writeProcessNote(note, child.pid)
    void child.exited.then((exit) => {
      this.#process = null
      removeProcessNote(note)
      this.#appendExit(exit)
    })
    child.write(serialise(toControlRequest(randomUUID(), { subtype: 'initialize' })))
    return child
  }

  /** A session that never got as far as its first prompt left none, and can only be begun again. */
  #hasTranscript(): boolean {
    const pattern = `projects/*/${this.info.sessionId}.jsonl`
    return globSync(pattern, { cwd: this.#context.claudeDir }).length > 0
  }

  #running(): CliProcess {
    if (this.#process?.canWrite) return this.#process
    throw new ServerError('not_running', 'The CLI of this session is not running. Send a message to start it.')
  }

  /** What we say is a fact for every client at once; the CLI's echo of it is a repeat and changes nothing. */
  #say(process: CliProcess, message: object): void {
    const line = serialise(message)
    // Before the log: what stands there counts as said.
    if (!process.canWrite)
      throw new ServerError('not_running', 'The CLI of this session has just ended. Send it again.')
    this.log.append({ line: line.trimEnd() })
    process.write(line)
  }

  /** A session that cannot be kept must not go on unseen. */
  #keep(process: CliProcess, frame: Frame): void {
    try {
      this.log.append(frame.kind === 'line' ? { line: frame.text } : { oversizeBytes: frame.bytes })
    } catch (error) {
      globalThis.process.stderr.write(`${(error as Error).message} Session ${this.info.sessionId} is stopped.\n`)
      void process.stop({ termAfterMs: 0, killAfterMs: 1000 })
    }
  }

  #appendExit({ code, signal, stopped, failedToStart, stderr }: ExitFrame): void {
    try {
      this.log.append({ exit: { code, signal, stopped, stderr, ...(failedToStart && { failedToStart }) } })
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`)
    }
  }

  #apply(): void {
    for (const record of this.log.readAfter(this.#appliedSeq)) {
      this.#appliedSeq = record.seq
      this.#state = fold(this.#state, toEvent(record))
    }
  }
}

function toEvent(record: LogRecord): SessionEvent {
  const { at } = record
  if ('exit' in record)
    return { kind: 'keeper', message: { type: 'keeper', subtype: 'exited', exit: toExitInfo(record.exit) }, at }
  if ('oversizeBytes' in record) return { kind: 'unread', text: `(a line of ${record.oversizeBytes} bytes)`, at }
  const line = parseLine(record.line)
  return line.kind === 'message'
    ? { kind: 'message', message: line.message, at }
    : { kind: 'unread', text: line.raw, at }
}
