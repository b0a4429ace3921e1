import { randomUUID } from 'node:crypto'
import { type ExitInfo, type LogRecord, type QueuedMessage, toControlRequest } from '@quarterdeck/protocol/pure'
import { CliProcess, type StopTimes } from '../cli-process.ts'
import { DriverError } from '../driver-error.ts'
import type { Cli } from '../find-cli.ts'
import { type LogEntry, parseRecordLine } from '../log/record-line.ts'
import type { SessionLog } from '../log/session-log.ts'
import type { GivenCommand, LinkEvent, Receipt, RefusalCode, SessionLink } from '../session-link.ts'
import { applyQueueCommand, isQueueCommand } from './apply-queue-command.ts'
import { applyRecord } from './apply-record.ts'
import { Inlet } from './inlet.ts'
import { InterruptWatch } from './interrupt-watch.ts'
import type { LargeLines } from './large-lines.ts'
import { type KeeperWord, toHostEntry, toKeeperEntry, toPrompt } from './log-entries.ts'
import { lostWithItsKeeper } from './lost-with-its-keeper.ts'
import { readFacts } from './read-facts.ts'
import { type Restored, toRestored } from './restore.ts'
import { isAtRest, type SessionFacts } from './session-facts.ts'

type Raw = Readonly<Record<string, unknown>>

const READ_BYTES = 256 * 1024
/** What may wait for a CLI that does not read at the moment. */
const MAX_UNREAD_BYTES = 1024 * 1024
const SNAPSHOT_EVERY = 1000

export interface Launch {
  argv: string[]
  env: Record<string, string>
  /** The body of the `initialize` request, without its subtype. */
  initialize: Raw
}

export interface EngineOptions {
  cli: Cli
  cliVersion?: string | undefined
  cwd: string
  log: SessionLog
  /** The session that a new process is to have; it may go on under another. */
  sessionId: string
  /** Says how to start a process; asked for each. The first begins the session, later ones go on with it. */
  launch: (wanted: { sessionId: string; isFirst: boolean; restored: Restored }) => Launch
  /** The first goes on with a transcript that is there already. */
  resume?: boolean | undefined
  /** Whether the CLI has a prompt in its own transcript. */
  hasPrompt?: (uuid: string) => boolean
  /** Names all that the process starts, so that it can be ended too. */
  marker: string
  /** What to do with lines that are too long to be read on the way; without it they are read like all others. */
  largeLines?: LargeLines | undefined
  stopTimes?: StopTimes | undefined
  interruptTimes?: { answerMs: number; endMs: number } | undefined
}

/** One session and its process, if there is one: what is said goes through the log, and every host is told the same. */
export class Engine implements SessionLink {
  readonly closed: Promise<'ended' | 'broken'>
  readonly log: SessionLog
  readonly #options: EngineOptions
  readonly #listeners = new Set<(event: LinkEvent) => void>()
  readonly #interrupt: InterruptWatch
  #facts: SessionFacts
  #process: CliProcess | null = null
  #inlet: Inlet | null = null
  #isRestarting = false
  #sinceSnapshot = 0
  #stopReason: string | undefined
  #interrupted: string | undefined
  #end: (how: 'ended') => void = () => undefined

  constructor(options: EngineOptions) {
    this.#options = options
    this.log = options.log
    this.#facts = readFacts(options.log)
    this.#interrupt = new InterruptWatch(() => void this.#restart(), options.interruptTimes)
    this.closed = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  get epoch(): string {
    return this.log.epoch
  }

  get facts(): SessionFacts {
    return this.#facts
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Starts the CLI; resolves with how it ended if it never ran. */
  async start(): Promise<ExitInfo | null> {
    if (this.#facts.isRunning) this.#say({ subtype: 'exited', exit: lostWithItsKeeper })
    this.#putBackUnheard()
    const { cli, cliVersion, cwd, launch, marker, resume = false } = this.#options
    const sessionId = this.#facts.sessionIds.at(-1) ?? this.#options.sessionId
    const isFirst = !this.#facts.hasTranscript
    const restored = toRestored(this.#facts.settings)
    const { argv, env, initialize } = launch({ sessionId, isFirst, restored })
    const inTurn = () => this.#facts.isBusy
    const inlet = new Inlet({
      keep: (entries) => this.#keep(entries),
      hold: (isHeld) => (isHeld ? child.pause() : child.resume()),
      tell: (problem) => this.#tell({ kind: 'problem', message: problem }),
      largeLines: this.#options.largeLines,
    })
    this.#inlet = inlet
    const child = new CliProcess(cli, argv, { cwd, env, inTurn, marker }, (frame) => inlet.push(frame))
    if (!(await child.started)) return this.#keepExit(await child.exited)
    this.#process = child
    void child.exited.then((exit) => this.#onExit(exit))
    this.#say({
      subtype: 'started',
      pid: child.pid as number,
      sessionId,
      cwd,
      resumed: !isFirst || resume,
      ...(cliVersion === undefined ? {} : { cliVersion }),
    })
    this.#write([toHostEntry(toControlRequest(randomUUID(), { subtype: 'initialize', ...initialize }))])
    if (!isFirst) this.#restore(restored)
    this.#pump()
    return null
  }

  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    let cursor = after
    if (after < this.log.droppedThrough) listener({ kind: 'gap', after, firstSeq: this.log.droppedThrough + 1 })
    for (let lines = this.log.readAfter(cursor, READ_BYTES); lines.length > 0; ) {
      for (const line of lines) {
        const record = parseRecordLine(line)
        if (record === null) continue
        cursor = record.seq
        listener({ kind: 'record', record, line })
      }
      lines = this.log.readAfter(cursor, READ_BYTES)
    }
    listener({ kind: 'caught_up', seq: cursor })
    return this.subscribe(listener)
  }

  /** Tells of what is new from here on. */
  subscribe(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  command(given: GivenCommand): Promise<Receipt> {
    const { commandId } = given
    const known = this.#facts.receipts[commandId]
    if (known !== undefined) return Promise.resolve({ commandId, ok: true, ...known })
    try {
      return Promise.resolve(this.#do(given))
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return Promise.resolve(refuse(commandId, error.code === 'storage' ? 'storage' : 'not_running', error.message))
    }
  }

  /** Ends the process; the reason is kept, where it is not a person's wish. */
  async stop(reason?: string, times?: StopTimes): Promise<void> {
    this.#interrupt.end()
    this.#stopReason = reason
    await this.#process?.stop(times ?? this.#options.stopTimes)
  }

  watch(): void {
    // A session in the host's own process ends when the host says so.
  }

  close(): void {
    void this.stop()
  }

  #do({ commandId, by, command }: GivenCommand): Receipt {
    if (command.kind === 'stop') {
      const { termAfterMs = 2000, killAfterMs = 3000 } = command
      void this.stop(undefined, { termAfterMs, killAfterMs })
      return { commandId, ok: true, seq: this.log.lastSeq, state: 'written' }
    }
    if (isQueueCommand(command) && command.kind !== 'send_queued') {
      const queue = applyQueueCommand(this.#facts.queue, command)
      if (queue === null) return refuse(commandId, 'not_queued', `The message '${command.uuid}' no longer waits.`)
      return this.#keepQueue(queue, { commandId, by })
    }
    if (this.#process?.canWrite !== true)
      return refuse(commandId, 'not_running', 'The CLI of this session is not running. Send a message to start it.')
    if (this.#process.unreadBytes > MAX_UNREAD_BYTES)
      return refuse(
        commandId,
        'not_reading',
        'The CLI does not read what it is sent. Stop the session, and send it again.',
      )
    switch (command.kind) {
      case 'send':
        return this.#send(command, { commandId, by })
      case 'send_queued': {
        const item = this.#facts.queue.find(({ uuid }) => uuid === command.uuid)
        if (item === undefined) return refuse(commandId, 'not_queued', `The message '${command.uuid}' no longer waits.`)
        return this.#release(item, commandId)
      }
      case 'respond':
        return this.#respond(command.message as Raw, { commandId, by })
      case 'request': {
        const seq = this.#write([{ ...toHostEntry(command.message as Raw), commandId, by }])
        return { commandId, ok: true, seq, state: 'written' }
      }
      case 'interrupt': {
        const request = toControlRequest(randomUUID(), { subtype: 'interrupt' })
        const wasBusy = this.#facts.isBusy
        const seq = this.#write([{ ...toHostEntry(request), commandId, by }])
        if (wasBusy) this.#interrupt.begin(request.request_id)
        return { commandId, ok: true, seq, state: 'written' }
      }
      default:
        return refuse(commandId, 'bad_command', `There is no command '${(command as { kind: string }).kind}'.`)
    }
  }

  #send(
    { uuid, content, whenBusy = 'queue' }: { uuid: string; content: unknown; whenBusy?: 'queue' | 'now' },
    who: Who,
  ): Receipt {
    const isFree = !this.#facts.isBusy && this.#facts.queue.length === 0
    if (isFree || whenBusy === 'now') {
      const seq = this.#write([{ ...toPrompt(uuid, content), ...who }])
      return { commandId: who.commandId, ok: true, seq, state: 'written' }
    }
    const { by } = who
    const item = { uuid, content, at: new Date().toISOString(), ...(by === undefined ? {} : { by }) }
    return this.#keepQueue([...this.#facts.queue, item], who)
  }

  #respond(message: Raw, { commandId, by }: Who): Receipt {
    const requestId = String((message.response as Raw | undefined)?.request_id)
    if (!(requestId in this.#facts.open)) {
      const answered = this.#facts.answered[requestId]
      if (answered === undefined)
        return refuse(commandId, 'not_open', `The request '${requestId}' is not open: it was never made, or withdrawn.`)
      return {
        ...refuse(commandId, 'already_resolved', `The request '${requestId}' was answered before.`),
        ...answered,
      }
    }
    const seq = this.#write([{ ...toHostEntry(message), commandId, by }])
    return { commandId, ok: true, seq, state: 'written' }
  }

  #keepQueue(items: QueuedMessage[], { commandId, by }: Who): Receipt {
    const seq = this.#append([{ ...toKeeperEntry({ subtype: 'queue', items }), commandId, by }], { sync: true })
    return { commandId, ok: true, seq, state: 'queued' }
  }

  /** Takes a message out of the queue and gives it to the CLI, in one step of the log. */
  #release(item: QueuedMessage, commandId?: string): Receipt {
    const items = this.#facts.queue.filter((each) => each !== item)
    const prompt = { ...toPrompt(item.uuid, item.content), commandId, by: item.by }
    const seq = this.#write([toKeeperEntry({ subtype: 'queue', items }), prompt])
    return { commandId: commandId ?? '', ok: true, seq, state: 'written' }
  }

  /** What waits goes on when nothing runs. */
  #pump(): void {
    const [next] = this.#facts.queue
    if (next === undefined || this.#facts.isBusy || this.#process?.canWrite !== true) return
    this.#release(next)
  }

  /** Down before it is done: what stands in the log of the host's words is what the CLI was told. */
  #write(entries: readonly LogEntry[]): number {
    const seq = this.#append(entries, { sync: true })
    for (const { from, json } of entries) {
      if (from === 'host' && this.#process?.canWrite) this.#process.write(`${json}\n`)
    }
    return seq
  }

  #say(message: KeeperWord): void {
    this.#append([toKeeperEntry(message)], { sync: message.subtype !== 'snapshot' })
  }

  #append(entries: readonly LogEntry[], options?: { sync: boolean }): number {
    const records = this.log.append(entries, options)
    for (const [index, { seq, at, line }] of records.entries()) {
      const { from, message, commandId, by, large } = entries[index] as LogEntry
      const record: LogRecord = { seq, at, from, message }
      if (large !== undefined) record.large = large
      if (commandId !== undefined) record.commandId = commandId
      if (by !== undefined) record.by = by
      this.#facts = applyRecord(this.#facts, record)
      if (from === 'cli') this.#interrupt.hear(message, this.#facts.isBusy)
      this.#tell({ kind: 'record', record, line })
    }
    this.#sinceSnapshot += records.length
    return records.at(-1)?.seq ?? this.log.lastSeq
  }

  #keep(entries: readonly LogEntry[]): void {
    const before = this.#facts
    this.#append(entries)
    try {
      this.#react(before)
    } catch (error) {
      // What the CLI said is kept; what we would have added to it comes with the next word.
      if (!(error instanceof DriverError)) throw error
      this.#tell({ kind: 'problem', message: error.message })
    }
  }

  #tell(event: LinkEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #react(before: SessionFacts): void {
    const previous = before.sessionIds.at(-1)
    const current = this.#facts.sessionIds.at(-1)
    if (previous !== undefined && current !== undefined && previous !== current)
      this.#say({ subtype: 'session_changed', previous, sessionId: current })
    if (before.open !== this.#facts.open)
      this.log.hold(new Set(Object.values(this.#facts.open).map((request) => request.seq)))
    if (this.#sinceSnapshot >= SNAPSHOT_EVERY) this.#snapshot()
    this.#pump()
    if (isAtRest(this.#facts) && !isAtRest(before)) this.log.tidy()
  }

  #snapshot(): void {
    this.#sinceSnapshot = 0
    this.#say({ subtype: 'snapshot', facts: this.#facts })
  }

  /** Prompts that an earlier process may never have read: those that it has not in its transcript are sent again. */
  #putBackUnheard(): void {
    const { sent, queue } = this.#facts
    const { hasPrompt = () => false } = this.#options
    const isSettled = (uuid: string) => queue.some((item) => item.uuid === uuid) || hasPrompt(uuid)
    const lost = Object.entries(sent).filter(([uuid]) => uuid !== this.#interrupted && !isSettled(uuid))
    const at = new Date().toISOString()
    const items = lost.map(([uuid, message]) => ({ uuid, content: ((message as Raw).message as Raw)?.content, at }))
    this.#interrupted = undefined
    if (items.length > 0) this.#say({ subtype: 'queue', items: [...items, ...queue] })
  }

  #restore({ requests, back, gone }: Restored): void {
    if (requests.length > 0)
      this.#write(
        requests.map((request) => toHostEntry(toControlRequest(randomUUID(), request as { subtype: string }))),
      )
    if (back.length + gone.length > 0) this.#say({ subtype: 'restored', back, gone })
  }

  /** The last means: it did not end its turn when it was asked. */
  async #restart(): Promise<void> {
    const child = this.#process
    if (child === null || this.#isRestarting) return
    this.#isRestarting = true
    // A turn of which nothing was heard is the oldest prompt's; it was to end, and is not begun again.
    if (!this.#facts.hasHeard) this.#interrupted = Object.keys(this.#facts.sent)[0]
    this.#stopReason = 'It did not end its turn when it was asked to.'
    await child.stop({ termAfterMs: 500, killAfterMs: 1500 })
    await this.#exitKept
    this.#isRestarting = false
    const failed = await this.start()
    if (failed !== null) this.#end('ended')
  }

  #exitKept: Promise<void> = Promise.resolve()

  #onExit(exit: ExitInfo): void {
    this.#process = null
    this.#interrupt.end()
    this.#exitKept = Promise.resolve(this.#inlet?.drain()).then(() => {
      this.#keepExit(exit)
      if (!this.#isRestarting) this.#end('ended')
    })
  }

  #keepExit(exit: ExitInfo): ExitInfo {
    const info = this.#stopReason === undefined ? exit : { ...exit, reason: this.#stopReason }
    this.#stopReason = undefined
    try {
      this.#say({ subtype: 'exited', exit: info })
      this.log.tidy()
    } catch (error) {
      // There is nobody left to hold back; that the process is gone shows when the log is opened again.
      this.#tell({ kind: 'problem', message: (error as Error).message })
    }
    return info
  }
}

interface Who {
  commandId: string
  by?: string | undefined
}

function refuse(commandId: string, code: RefusalCode, message: string) {
  return { commandId, ok: false as const, code, message }
}
