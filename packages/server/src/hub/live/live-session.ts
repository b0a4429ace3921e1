import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { SendMessage } from '@quarterdeck/contract'
import {
  type Cli,
  type Command,
  type Holder,
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
import { fold, type SessionState } from '@quarterdeck/transcript'
import type { CommandableSession, Sending } from '../commands/commandable.ts'
import { toRefusal } from '../commands/to-refusal.ts'
import { SUSPENDED, toEndWords, toLoginWords } from '../rows/why.ts'
import type { Tail } from './fold-tail.ts'
import type { SessionInfo } from './session-folders.ts'
import { toEvent } from './to-event.ts'

export interface SessionContext {
  /** The CLI's data directory. */
  claudeDir: string
  findCli: () => Cli
  program: KeeperProgram
  /** A session that rests and that nobody watches ends after so long. */
  idleMs: number | null
  /** Names all processes of the session. */
  marker: string
  /** Throws when the session may not be started now; makes room for it, and notes where its log begins. */
  prepareStart: (session: LiveSession, options: { force: boolean }) => Promise<SessionInfo>
  /** What the messages tell that stand before the log. */
  readBefore: (info: SessionInfo) => Promise<Tail>
  /** Another program's process that has it open. */
  findHolder: (session: LiveSession) => Promise<Holder | null>
  /** Its options, as far as they are allowed now. */
  toAllowed: (options: SessionOptions) => SessionOptions
  /** Keeps `session.json`. */
  save: (info: SessionInfo) => void
  /** Its log has begun: what was read of it before is numbered otherwise. */
  onBegun: (session: LiveSession) => void
  /** Something is known of it that was not known before. */
  onChange: (session: LiveSession) => void
}

const READ_CHARACTERS = 1024 * 1024
/** A log that has grown too large has lost its beginning. */
const FIRST = 1

/** One session that has a log, or is about to begin one: its records, and what they mean. */
export class LiveSession implements CommandableSession {
  readonly kept: KeptSession
  readonly #context: SessionContext
  #info: SessionInfo
  #state: SessionState
  #turnsBefore: number
  #isWhole: boolean
  #why: string | undefined
  #startProblem: string | undefined
  #cliPid: number | null = null
  #cliVersion: string | null = null
  #starting: Promise<void> | null = null

  /** `before` is what the messages tell that stand before the log. */
  constructor(info: SessionInfo, kept: KeptSession, before: Tail, context: SessionContext) {
    this.#info = info
    this.kept = kept
    this.#state = before.state
    this.#turnsBefore = before.state.turns.size
    this.#isWhole = before.isWhole
    this.#context = context
    let cursor = 0
    for (let lines = kept.readAfter(0, READ_CHARACTERS); lines.length > 0; ) {
      for (const line of lines) {
        const record = JSON.parse(line) as LogRecord
        if (cursor === 0) this.#isWhole &&= record.seq === FIRST
        cursor = record.seq
        this.#apply(record)
      }
      lines = kept.readAfter(cursor, READ_CHARACTERS)
    }
    kept.subscribe((event) => {
      if (event.kind === 'record') this.#apply(event.record)
      if (event.kind === 'record' || event.kind === 'problem') context.onChange(this)
    })
  }

  get info(): SessionInfo {
    return this.#info
  }

  get sessionId(): string {
    return this.#info.sessionId
  }

  get cwd(): string {
    return this.#info.options.cwd
  }

  get state(): SessionState {
    return this.#state
  }

  /** All that stood before its log is known, and not its end alone. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get isLive(): boolean {
    return this.kept.isRunning
  }

  /** There is a CLI, or a keeper that cannot be asked. The link to a keeper lasts a moment longer than its CLI. */
  get hasProcess(): boolean {
    return this.isLive && (this.kept.facts.isRunning || this.kept.problem !== null)
  }

  /** Something was asked since its log began. */
  get hasOwnTurn(): boolean {
    return this.#state.turns.size > this.#turnsBefore
  }

  /** Nothing was ever asked in it, and nothing waits. */
  get isEmpty(): boolean {
    const { hasTranscript, queue, sent } = this.kept.facts
    return !hasTranscript && queue.length === 0 && Object.keys(sent).length === 0 && this.#state.turns.size === 0
  }

  get isStarting(): boolean {
    return this.#starting !== null
  }

  /** It could be ended without loss. */
  get isAtRest(): boolean {
    return isAtRest(this.kept.facts)
  }

  /** Somebody follows it, or looks at it. */
  get isFollowed(): boolean {
    return this.kept.isWatched || this.kept.listeners > 1
  }

  /** All ids it goes by, the newest last: `/clear` goes on under another. */
  get ids(): readonly string[] {
    const { sessionIds } = this.kept.facts
    return sessionIds.includes(this.sessionId) ? sessionIds : [this.sessionId, ...sessionIds]
  }

  /** The CLI that runs for it. */
  get cliPid(): number | null {
    return this.#cliPid
  }

  get cliVersion(): string | null {
    return this.#cliVersion
  }

  get lastAt(): string {
    return this.kept.lastAt ?? this.#info.created
  }

  /** Why it does not go on, where that is known. */
  get why(): string | undefined {
    if (this.kept.problem !== null) return this.kept.problem
    return this.kept.facts.isSuspended ? SUSPENDED : (this.#startProblem ?? this.#why)
  }

  async send(content: SendMessage['content'], sending: Sending = {}): Promise<void> {
    const { commandId = randomUUID(), by, force = false, whenBusy } = sending
    await this.start({ force })
    const command = { kind: 'send', uuid: randomUUID(), content, ...(whenBusy && { whenBusy }) } as const
    const receipt = await this.#give(command, commandId, by)
    // It was taken, and its keeper was killed then: the next one finds it in the log.
    if (receipt.ok && !this.isLive) await this.start()
    // It has ended between the two, or is about to: once more, with the same id, which is done once.
    if (!receipt.ok && receipt.code === 'not_running') {
      await this.kept.end()
      await this.start({ force })
      check(await this.#give(command, commandId, by))
    } else check(receipt)
  }

  async findHolder(): Promise<Holder | null> {
    return this.isLive || this.isStarting ? null : this.#context.findHolder(this)
  }

  /** Ends the process, and resolves when it has ended. */
  async stop(times: { termAfterMs?: number; killAfterMs?: number } = {}): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.kept.end(times)
  }

  /** Starts the process, if there is none. */
  async start({ force = false }: { force?: boolean | undefined } = {}): Promise<void> {
    // Until what it left from before was given to it, nothing else goes ahead of that.
    if (this.#starting === null && this.isLive && this.kept.facts.isRunning) return
    this.#starting ??= this.#start(force).finally(() => {
      this.#starting = null
      this.#context.onChange(this)
    })
    await this.#starting
  }

  /** A name that was given while there was no transcript to write it to; undefined once it stands there, or waits to. */
  setTitle(title: string | undefined): void {
    const { title: _, ...options } = this.#info.options
    this.#info = { ...this.#info, options: { ...options, ...(title !== undefined && { title }) } }
    this.#context.save(this.#info)
  }

  /** What its next process is to be started with, beside what began it. A folder that is added takes away none that it had. */
  adopt(options: SessionOptions): void {
    const { resume: _, continue: __, fork: ___, title: ____, sessionId: _____, ...more } = options
    const { addDirs: had = [], ...before } = this.#info.options
    const addDirs = [...new Set([...had, ...(more.addDirs ?? [])])]
    this.#info = { ...this.#info, options: { ...before, ...more, ...(addDirs.length > 0 && { addDirs }) } }
  }

  async #start(force: boolean): Promise<void> {
    const { findCli, program, claudeDir, idleMs, marker, prepareStart, readBefore, toAllowed } = this.#context
    try {
      const hadLog = this.kept.epoch !== ''
      this.#info = await prepareStart(this, { force })
      // Another program may have written since the session was looked at.
      if (!hadLog) {
        const before = await readBefore(this.#info)
        this.#state = before.state
        this.#turnsBefore = before.state.turns.size
        this.#isWhole = before.isWhole
      }
      const { sessionId } = this.#info
      const options = toAllowed(this.#info.options)
      const cli = findCli()
      const cliVersion = await readCliVersion(cli, program.env)
      const cliFlags = await readCliFlags(cli, cliVersion)
      const { cwd, settingSources, restricted } = options
      const places = { claudeDir, cwd, ...(settingSources && { settingSources }), ...(restricted && { restricted }) }
      const settingsMode = readSettingsMode(places)
      const spec = { cli, cliVersion, cliFlags, options, sessionId, claudeDir, settingsMode, idleMs, marker }
      await this.kept.start(spec, program)
      if (hadLog) this.#context.save(this.#info)
      else this.#context.onBegun(this)
      this.#startProblem = undefined
      await this.#giveCarried()
    } catch (error) {
      this.#startProblem = (error as Error).message
      throw error
    }
  }

  /** Each has an id of its own: what a crash in between has sent already is not sent again. */
  async #giveCarried(): Promise<void> {
    const { carried = [], ...info } = this.#info
    for (const { uuid, content, by, isHeld } of carried)
      check(await this.#give({ kind: isHeld ? 'hold' : 'send', uuid, content }, uuid, by))
    if (carried.length === 0) return
    this.#info = info
    this.#context.save(info)
  }

  /** All that stood before its log is known by now: what the log tells is put behind it. */
  async setBefore(before: SessionState): Promise<void> {
    const { epoch } = this.kept
    let state = before
    let isWhole = true
    for (;;) {
      const lines = this.kept.readAfter(state.seq, READ_CHARACTERS)
      for (const line of lines) {
        const record = JSON.parse(line) as LogRecord
        if (state === before) isWhole = record.seq === FIRST
        state = fold(state, toEvent(record))
      }
      if (lines.length === 0) break
      await setImmediate()
    }
    // Its log may have been put aside meanwhile.
    if (this.kept.epoch !== epoch) return
    this.#state = state
    this.#turnsBefore = before.turns.size
    this.#isWhole = isWhole
  }

  #give(command: Command, commandId: string, by: string | undefined): Promise<Receipt> {
    return this.kept.command({ commandId, command, ...(by !== undefined && { by }) })
  }

  #apply(record: LogRecord): void {
    const event = toEvent(record)
    this.#state = fold(this.#state, event)
    if (record.from === 'keeper') this.#applyKeeper(record.message as KeeperMessage)
    else if (event.kind === 'message' && event.message.type === 'assistant') {
      const { error, parent_tool_use_id: parent } = event.message
      if (error === 'authentication_failed') this.#why = toLoginWords(this.#cliVersion)
      else if (parent == null) this.#why = undefined
    }
  }

  #applyKeeper(message: KeeperMessage): void {
    if (message.subtype === 'started') {
      this.#why = undefined
      this.#cliPid = message.pid
      this.#cliVersion = message.cliVersion ?? null
    }
    if (message.subtype !== 'exited') return
    this.#cliPid = null
    this.#why = toEndWords(message.exit) ?? this.#why
  }
}

/** A refusal of the keeper, as an answer of the server. */
function check(receipt: Receipt): void {
  if (!receipt.ok) throw toRefusal(receipt)
}
