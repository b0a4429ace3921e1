import { randomUUID } from 'node:crypto'
import type { SendMessage, SessionRow } from '@quarterdeck/contract'
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
import type { KeeperMessage, LogRecord } from '@quarterdeck/protocol'
import { fold, initialState, type SessionState, toTitle } from '@quarterdeck/transcript'
import { checkReceipt } from './check-receipt.ts'
import type { CommandableSession, Sending } from './commandable.ts'
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
  /** Its options, as far as they are allowed now. */
  toAllowed: (options: SessionOptions) => SessionOptions
}

const READ_CHARACTERS = 1024 * 1024
const SUSPENDED = 'Its process was suspended (SIGSTOP or Ctrl+Z). Let it go on (kill -CONT), or stop the session.'

/** One session, running or not: its records, and what they mean. */
export class LiveSession implements CommandableSession {
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

  get sessionId(): string {
    return this.info.sessionId
  }

  get cwd(): string {
    return this.info.options.cwd
  }

  get state(): SessionState {
    return this.#state
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
    { commandId = randomUUID(), by, force = false, whenBusy }: Sending = {},
  ): Promise<void> {
    await this.start({ force })
    const command: Command = { kind: 'send', uuid: randomUUID(), content, ...(whenBusy && { whenBusy }) }
    const sender = { commandId, ...(by !== undefined && { by }) }
    const receipt = await this.#give(command, sender)
    // It was taken, and its keeper was killed then: the next one finds it in the log.
    if (receipt.ok && !this.isLive) await this.start()
    // It has ended between the two, or is about to: once more, with the same id, which is done once.
    if (!receipt.ok && receipt.code === 'not_running') {
      await this.kept.end()
      await this.start({ force })
      checkReceipt(await this.#give(command, sender))
    } else checkReceipt(receipt)
  }

  /** Ends the process, and resolves when it has ended. */
  async stop(times: { termAfterMs?: number; killAfterMs?: number } = {}): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.kept.end(times)
  }

  /** Starts the process, if there is none. */
  async start({ force = false }: { force?: boolean | undefined } = {}): Promise<void> {
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
    const { findCli, program, claudeDir, idleMs, marker, assertMayStart, toAllowed } = this.#context
    const { sessionId } = this.info
    const options = toAllowed(this.info.options)
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

  #give(command: Command, sender: { commandId: string; by?: string }): Promise<Receipt> {
    return this.kept.command({ ...sender, command })
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
