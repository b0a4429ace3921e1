import { randomUUID } from 'node:crypto'
import type { DecidePermission, SendMessage, SessionRow } from '@quarterdeck/contract'
import {
  assertNotHeld,
  type Cli,
  type Command,
  isAtRest,
  type KeeperProgram,
  type KeptSession,
  type Receipt,
  readCliFlags,
  readCliVersion,
  readSettingsMode,
  type SessionOptions,
} from '@quarterdeck/driver'
import { type KeeperMessage, type LogRecord, toAllow, toDeny } from '@quarterdeck/protocol'
import { fold, initialState, type SessionState, toTitle } from '@quarterdeck/transcript'
import { ServerError } from '../server-error.ts'
import { toEvent } from './to-event.ts'

export interface SessionInfo {
  sessionId: string
  created: string
  options: SessionOptions
}

export interface SessionContext {
  /** The CLI's data directory. */
  claudeDir: string
  findCli: () => Cli
  program: KeeperProgram
  /** A session that rests and that nobody watches ends after so long. */
  idleMs: number | null
  /** Names all processes of the session. */
  marker: string
  /** Throws when nothing may be started in the folder now. */
  assertMayStart: (cwd: string) => Promise<void>
}

interface Sending {
  /** Of the sender's own making: what is sent again with it is taken once. */
  commandId?: string | undefined
  /** Go on with the session although another process writes it. */
  force?: boolean | undefined
}

const READ_CHARACTERS = 1024 * 1024
const SUSPENDED = 'Its process was suspended (SIGSTOP or Ctrl+Z). Let it go on (kill -CONT), or stop the session.'

/** One session, running or not: its records, and what they mean. */
export class LiveSession {
  readonly info: SessionInfo
  readonly kept: KeptSession
  readonly #context: SessionContext
  #state: SessionState = initialState
  #endReason: string | undefined
  #starting: Promise<void> | null = null

  constructor(info: SessionInfo, kept: KeptSession, context: SessionContext) {
    this.info = info
    this.kept = kept
    this.#context = context
    let cursor = 0
    for (let lines = kept.readAfter(0, READ_CHARACTERS); lines.length > 0; ) {
      for (const line of lines) {
        const record = JSON.parse(line) as LogRecord
        cursor = record.seq
        this.#apply(record)
      }
      lines = kept.readAfter(cursor, READ_CHARACTERS)
    }
    kept.subscribe((event) => {
      if (event.kind === 'record') this.#apply(event.record)
    })
  }

  get isLive(): boolean {
    return this.kept.isRunning
  }

  get isStarting(): boolean {
    return this.#starting !== null
  }

  /** It could be ended without loss. */
  get isAtRest(): boolean {
    return isAtRest(this.kept.facts)
  }

  /** All ids it goes by: `/clear` goes on under another. */
  get ids(): readonly string[] {
    return [this.info.sessionId, ...this.kept.facts.sessionIds]
  }

  async send(
    content: SendMessage['content'],
    { commandId = randomUUID(), force = false }: Sending = {},
  ): Promise<void> {
    await this.start({ force })
    const command = { kind: 'send', uuid: randomUUID(), content } as const
    const receipt = await this.#give(command, commandId)
    // It was taken, and its keeper was killed then: the next one finds it in the log.
    if (receipt.ok && !this.isLive) await this.start()
    // It has ended between the two, or is about to: once more, with the same id, which is done once.
    if (!receipt.ok && receipt.code === 'not_running') {
      await this.kept.end()
      await this.start({ force })
      check(await this.#give(command, commandId))
    } else check(receipt)
  }

  async decide(decision: DecidePermission): Promise<void> {
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
    check(await this.#give({ kind: 'respond', message: answer }))
  }

  async interrupt(): Promise<void> {
    check(await this.#give({ kind: 'interrupt' }))
  }

  /** Ends the process, and resolves when it has ended. */
  async stop(times: { termAfterMs?: number; killAfterMs?: number } = {}): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.kept.end(times)
  }

  /** Starts the process, if there is none. */
  async start({ force = false } = {}): Promise<void> {
    if (this.isLive && this.kept.facts.isRunning) return
    this.#starting ??= this.#start(force).finally(() => {
      this.#starting = null
    })
    await this.#starting
  }

  toRow(): SessionRow {
    const why = this.#findWhy()
    return {
      sessionId: this.info.sessionId,
      title: this.#state.turns.size === 0 ? 'New session' : toTitle(this.#state.titles),
      firstPrompt: null,
      projectPath: this.info.options.cwd,
      gitBranch: null,
      messageCount: null,
      created: this.info.created,
      modified: this.kept.lastAt ?? this.info.created,
      status: this.#state.status,
      live: this.isLive,
      model: null,
      tag: null,
      costUsd: null,
      pending: this.#state.approvals.length,
      heldBy: null,
      forkedFrom: null,
      archived: false,
      unread: false,
      deletedOn: null,
      ...(why === undefined ? {} : { why }),
    }
  }

  async #start(force: boolean): Promise<void> {
    const { findCli, program, claudeDir, idleMs, marker, assertMayStart } = this.#context
    const { sessionId, options } = this.info
    await assertMayStart(options.cwd)
    const { hasTranscript, sessionIds } = this.kept.facts
    if (hasTranscript && !force)
      await assertNotHeld({ sessionId: sessionIds.at(-1) ?? sessionId, claudeDir, isOurs: true })
    const cli = findCli()
    const cliVersion = await readCliVersion(cli, program.env)
    const cliFlags = await readCliFlags(cli, cliVersion)
    const settingsMode = readSettingsMode({ claudeDir, cwd: options.cwd })
    const spec = { cli, cliVersion, cliFlags, options, sessionId, claudeDir, settingsMode, idleMs, marker }
    await this.kept.start(spec, program)
  }

  #findWhy(): string | undefined {
    if (this.kept.problem !== null) return this.kept.problem
    return this.kept.facts.isSuspended ? SUSPENDED : this.#endReason
  }

  #give(command: Command, commandId: string = randomUUID()): Promise<Receipt> {
    return this.kept.command({ commandId, command })
  }

  #applyEnd(message: KeeperMessage): void {
    if (message.subtype === 'started') this.#endReason = undefined
    if (message.subtype === 'exited') this.#endReason = message.exit.reason
  }

  #apply(record: LogRecord): void {
    this.#state = fold(this.#state, toEvent(record))
    if (record.from === 'keeper') this.#applyEnd(record.message as KeeperMessage)
  }
}

/** A refusal of the keeper, as an answer of the server. */
function check(receipt: Receipt): void {
  if (receipt.ok) return
  const { code, message } = receipt
  switch (code) {
    case 'already_resolved':
    case 'not_open':
      throw new ServerError('already_resolved', message)
    case 'storage':
      throw new ServerError('storage', message)
    case 'not_running':
    case 'not_reading':
    case 'link_broken':
      throw new ServerError('not_running', message)
    default:
      throw new ServerError('bad_request', message)
  }
}
