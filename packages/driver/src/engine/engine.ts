import { randomUUID } from 'node:crypto'
import { type ExitInfo, type QueuedMessage, toControlRequest } from '@quarterdeck/protocol/pure'
import { CliProcess, type StopTimes } from '../cli/cli-process.ts'
import { supports } from '../cli/cli-support.ts'
import { DriverError } from '../driver-error.ts'
import { openOutputPipe } from '../lines/output-pipe.ts'
import type { LogEntry } from '../log/record-line.ts'
import type { SessionLog } from '../log/session-log.ts'
import type { Command, GivenCommand, LinkEvent, Receipt, SessionLink } from '../session-link.ts'
import { chooseStart } from './choose-start.ts'
import type { EngineOptions } from './engine-options.ts'
import { toEndEntries, toHostEntry, toKeeperEntry, toPrompt } from './facts/log-entries.ts'
import { findSteered, isAtRest, type SessionFacts } from './facts/session-facts.ts'
import { findCommandProblem } from './find-command-problem.ts'
import { InterruptWatch } from './interrupt-watch.ts'
import { lostWithItsKeeper } from './lost-with-its-keeper.ts'
import { applyQueueCommand, isQueueCommand, toHeld, toNotWaiting } from './queue/apply-queue-command.ts'
import { findRecalled, findUnheard, isStoppedForgotten } from './queue/find-unheard.ts'
import { Inlet } from './queue/inlet.ts'
import { Ledger } from './queue/ledger.ts'
import { isStoppingAnswer, toHold, toHoldOfRequest, toInterrupt, toStop } from './queue/stop-turn.ts'
import { findRefusal, refuse } from './refusal.ts'
import { type Restored, toRestored } from './restore.ts'
import { SuspensionWatch } from './suspension-watch.ts'

type Raw = Readonly<Record<string, unknown>>

/** What may wait for a CLI that does not read at the moment. */
const MAX_UNREAD_BYTES = 1024 * 1024
const RETRY_MS = 1000
const NO_END = 'It did not end its turn when it was asked to.'

/** One session and its process, if there is one: what is said goes through the log, and every host is told the same. */
export class Engine implements SessionLink {
  readonly closed: Promise<'ended' | 'broken'>
  readonly #options: EngineOptions
  readonly #ledger: Ledger
  readonly #interrupt: InterruptWatch
  readonly #suspension: SuspensionWatch
  #process: CliProcess | null = null
  #inlet: Inlet | null = null
  #restarting: Promise<void> | null = null
  /** Nothing more is written: another may write the log now. */
  #hasEnded = false
  #retry: NodeJS.Timeout | undefined
  #stopReason: string | undefined
  /** Messages that the CLI will not begin with. */
  readonly #returned = new Set<string>()
  #isStopping = false
  #tellEnd: (how: 'ended') => void = () => undefined

  constructor(options: EngineOptions) {
    this.#options = options
    this.#ledger = new Ledger(options.log, (entry) => this.#hear(entry))
    const onHang = () => this.#restart(NO_END, (child) => child.stop({ termAfterMs: 500, killAfterMs: 1500 }))
    this.#interrupt = new InterruptWatch(onHang, options.interruptTimes)
    this.#suspension = new SuspensionWatch(
      () => this.#process?.isSuspended ?? false,
      (isSuspended) => this.#ledger.trySay({ subtype: 'suspended', isSuspended }),
    )
    this.closed = new Promise((resolve) => {
      this.#tellEnd = resolve
    })
  }

  get log(): SessionLog {
    return this.#ledger.log
  }

  get epoch(): string {
    return this.log.epoch
  }

  get facts(): SessionFacts {
    return this.#ledger.facts
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Starts the CLI; resolves with how it ended if it never ran. */
  async start(): Promise<ExitInfo | null> {
    if (this.facts.isRunning) this.#ledger.append(toEndEntries(lostWithItsKeeper, this.facts.queue), { sync: true })
    const isForgotten = isStoppedForgotten(this.facts, this.#options.hasPrompt)
    this.#putBackUnheard()
    const { cli, cliVersion, cwd, launch, marker, resume = false } = this.#options
    const { sessionId, isFirst } = chooseStart(this.facts, this.#options)
    const restored = toRestored(this.facts.settings)
    if (isForgotten) restored.gone.push('Claude has not kept the message that was stopped')
    const { argv, env, initialize } = launch({ sessionId, isFirst, restored })
    const priorCostUsd = this.#options.readPriorCost?.({ sessionId, isFirst })
    const inlet = new Inlet({
      keep: (entries) => this.#keep(entries),
      hold: (isHeld) => (isHeld ? child.pause() : child.resume()),
      tell: (problem) => this.#ledger.tell({ kind: 'problem', message: problem }),
      largeLines: this.#options.largeLines,
    })
    this.#inlet = inlet
    // What may wait is limited where commands come in; what was accepted there is written.
    const output = await openOutputPipe()
    const inTurn = () => this.facts.isBusy
    const onRead = () => inlet.flush()
    const place = { cwd, env, inTurn, marker, maxUnreadBytes: Number.POSITIVE_INFINITY, output, onRead }
    const child = new CliProcess(cli, argv, place, (frame) => inlet.push(frame))
    if (!(await child.started)) return this.#keepExit(await child.exited)
    this.#process = child
    void child.exited.then((exit) => this.#onExit(exit))
    this.#ledger.say({
      subtype: 'started',
      pid: child.pid as number,
      sessionId,
      cwd,
      resumed: !isFirst || resume,
      ...(cliVersion === undefined ? {} : { cliVersion }),
      ...(priorCostUsd === undefined ? {} : { priorCostUsd }),
      ...toMode(argv),
    })
    this.#write([toHostEntry(toControlRequest(randomUUID(), { subtype: 'initialize', ...initialize }))])
    this.#restore(restored)
    this.#pump()
    return null
  }

  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    return this.#ledger.follow(after, listener)
  }

  /** Tells of what is new from here on. */
  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#ledger.subscribe(listener)
  }

  command(given: GivenCommand): Promise<Receipt> {
    const { commandId, command } = given
    const { receipts } = this.facts
    if (Object.hasOwn(receipts, commandId))
      return Promise.resolve({ commandId, ok: true, ...receipts[commandId] } as Receipt)
    const problem = findCommandProblem(command)
    if (problem !== null) return Promise.resolve(refuse(commandId, 'bad_command', problem))
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
    this.#isStopping = true
    await this.#process?.stop(times ?? this.#options.stopTimes)
    await this.#restarting
  }

  watch(): void {
    // A session in the host's own process ends when the host says so.
  }

  close(): void {
    void this.stop()
  }

  #do({ commandId, by, command }: GivenCommand): Receipt {
    if (this.#hasEnded) return refuse(commandId, 'not_running')
    if (command.kind === 'stop') {
      const { termAfterMs = 2000, killAfterMs = 3000 } = command
      void this.stop(undefined, { termAfterMs, killAfterMs })
      return { commandId, ok: true, seq: this.log.lastSeq, state: 'written' }
    }
    if (isQueueCommand(command)) {
      const queue = applyQueueCommand(this.facts.queue, command)
      if (queue === null) return refuse(commandId, toNotWaiting(command))
      const receipt = this.#keepQueue(queue, { commandId, by })
      this.#pump()
      return receipt
    }
    if (command.kind === 'hold') return this.#enqueue(command, { commandId, by }, { isHeld: true })
    // What comes between two processes waits for the next.
    if (this.#restarting !== null && !this.#isStopping) {
      if (command.kind === 'send') return this.#enqueue(command, { commandId, by })
      if (command.kind === 'interrupt') return this.#keepQueue(toHeld(this.facts.queue), { commandId, by })
    }
    if (this.#process?.canWrite !== true) return refuse(commandId, 'not_running')
    if (this.#process.unreadBytes > MAX_UNREAD_BYTES) return refuse(commandId, 'not_reading')
    switch (command.kind) {
      case 'send':
        return this.#send(command, { commandId, by })
      case 'send_queued': {
        const item = this.facts.queue.find(({ uuid }) => uuid === command.uuid)
        return item === undefined ? refuse(commandId, 'not_queued') : this.#release(item, commandId)
      }
      case 'respond':
        return this.#respond(command.message as Raw, { commandId, by })
      case 'request': {
        const message = command.message as Raw
        const entry = { ...toHostEntry(message), commandId, by }
        const seq = this.#write([...toHoldOfRequest(this.facts, message), entry])
        return { commandId, ok: true, seq, state: 'written' }
      }
      case 'interrupt': {
        if (this.#mustEndToStop) return this.#endToStop([{ ...toStop(this.facts), commandId, by }], commandId)
        const wasBusy = this.facts.isBusy
        const request = toInterrupt(this.#canRecall)
        const seq = this.#write([...toHold(this.facts, this.#canRecall), { ...toHostEntry(request), commandId, by }])
        if (wasBusy) this.#interrupt.begin(request.request_id)
        return { commandId, ok: true, seq, state: 'written' }
      }
    }
  }

  #send(prompt: Prompt, who: Who): Receipt {
    const isFree = !this.facts.isBusy && this.facts.queue.every(({ isHeld }) => isHeld)
    if (!isFree && prompt.whenBusy !== 'now') return this.#enqueue(prompt, who)
    const seq = this.#write([{ ...toPrompt(prompt.uuid, prompt.content), ...who }])
    return { commandId: who.commandId, ok: true, seq, state: 'written' }
  }

  #enqueue({ uuid, content }: Prompt, who: Who, hold: { isHeld?: true } = {}): Receipt {
    const { by } = who
    const item = { uuid, content, at: new Date().toISOString(), ...(by === undefined ? {} : { by }), ...hold }
    return this.#keepQueue([...this.facts.queue, item], who)
  }

  #respond(message: Raw, { commandId, by }: Who): Receipt {
    const requestId = String((message.response as Raw | undefined)?.request_id)
    const refusal = findRefusal(this.facts, requestId, commandId)
    if (refusal !== null) return refusal
    const entry = { ...toHostEntry(message), commandId, by }
    if (!isStoppingAnswer(message)) return { commandId, ok: true, seq: this.#write([entry]), state: 'written' }
    // The end of its process is the answer that the CLI gets; what was decided is kept all the same.
    if (this.#mustEndToStop) return this.#endToStop([toStop(this.facts), entry], commandId)
    // First of all: with its turn stopped, the CLI begins with what waits in it.
    const recall = findSteered(this.facts).length > 0 ? [toHostEntry(toInterrupt(true))] : []
    return { commandId, ok: true, seq: this.#write([...toHold(this.facts, true), ...recall, entry]), state: 'written' }
  }

  /** Messages wait in the CLI, and it would begin with them as soon as its turn was stopped. It knows no way to give them back. */
  get #mustEndToStop(): boolean {
    return findSteered(this.facts).length > 0 && !this.#canRecall
  }

  get #canRecall(): boolean {
    return supports(this.#options.cliVersion ?? null, 'cancelQueued')
  }

  #endToStop(entries: readonly LogEntry[], commandId: string): Receipt {
    const seq = this.#ledger.append(entries, { sync: true })
    // With its stdin closed it would go on with an open prompt, and with SIGTERM until it has tidied up.
    this.#restart('Messages waited in it that it could not give back.', (child) => child.kill())
    return { commandId, ok: true, seq, state: 'queued' }
  }

  #keepQueue(items: QueuedMessage[], { commandId, by }: Who): Receipt {
    const seq = this.#ledger.append([{ ...toKeeperEntry({ subtype: 'queue', items }), commandId, by }], { sync: true })
    return { commandId, ok: true, seq, state: 'queued' }
  }

  /** Takes a message out of the queue and gives it to the CLI, in one step of the log. */
  #release(item: QueuedMessage, commandId?: string): Receipt {
    const items = this.facts.queue.filter((each) => each !== item)
    const prompt = { ...toPrompt(item.uuid, item.content), commandId, by: item.by }
    const seq = this.#write([toKeeperEntry({ subtype: 'queue', items }), prompt])
    return { commandId: commandId ?? '', ok: true, seq, state: 'written' }
  }

  /** What waits goes on when nothing runs; what is held waits for a person. */
  #pump(): void {
    const next = this.facts.queue.find(({ isHeld }) => !isHeld)
    if (next === undefined || this.facts.isBusy || this.#process?.canWrite !== true) return
    this.#release(next)
  }

  /** Down before it is done: what stands in the log of the host's words is what the CLI was told. */
  #write(entries: readonly LogEntry[]): number {
    const seq = this.#ledger.append(entries, { sync: true })
    for (const { from, json } of entries) {
      if (from === 'host' && this.#process?.canWrite) this.#process.write(`${json}\n`)
    }
    return seq
  }

  #hear(entry: LogEntry): void {
    const { isBusy } = this.facts
    if (entry.from === 'cli') {
      this.#interrupt.hear(entry.message, isBusy)
      const { type, state, command_uuid: uuid } = entry.message
      if (type === 'command_lifecycle' && state === 'cancelled') this.#returned.add(String(uuid))
    }
    this.#suspension.set(isBusy)
  }

  #keep(entries: readonly LogEntry[]): void {
    const before = this.facts
    this.#ledger.append(entries)
    // Most of what comes is a piece of a text, and changes nothing.
    if (this.facts === before && entries.length > 0 && !this.#ledger.isSnapshotDue) return
    try {
      this.#react(before)
    } catch (error) {
      // What the CLI said is kept; what we would have added to it is tried again.
      this.#ledger.tellProblem(error)
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        if (!this.#hasEnded) this.#keep([])
        if (this.#retry === undefined) this.#ledger.tell({ kind: 'problem', message: null })
      }, RETRY_MS)
    }
  }

  #react(before: SessionFacts): void {
    const previous = before.sessionIds.at(-1)
    const current = this.facts.sessionIds.at(-1)
    if (previous !== undefined && current !== undefined && previous !== current)
      this.#ledger.say({ subtype: 'session_changed', previous, sessionId: current })
    if (before.open !== this.facts.open)
      this.log.hold(new Set(Object.values(this.facts.open).map((request) => request.seq)))
    if (this.#ledger.isSnapshotDue) this.#ledger.snapshot()
    this.#holdReturned()
    this.#pump()
    if (isAtRest(this.facts) && !isAtRest(before)) this.#ledger.tidyIfNeeded()
  }

  /** What a stop has asked back, and the CLI has given back. */
  #holdReturned(): void {
    const items = findRecalled(this.facts, (uuid) => !this.#returned.has(uuid))
    if (items.length > 0) this.#ledger.say({ subtype: 'queue', items: [...items, ...this.facts.queue] })
    this.#returned.clear()
  }

  /**
   * Prompts that an earlier process may never have read: those that it has not in its transcript are sent again, or held where a
   * person has stopped them.
   */
  #putBackUnheard(): void {
    const items = [
      ...findUnheard(this.facts, this.#options.hasPrompt),
      ...findRecalled(this.facts, this.#options.hasPrompt),
    ]
    if (items.length > 0) this.#ledger.say({ subtype: 'queue', items: [...items, ...this.facts.queue] })
  }

  #restore({ requests, back, gone }: Restored): void {
    const entries = requests.map((request) => toHostEntry(toControlRequest(randomUUID(), request)))
    if (entries.length > 0) this.#write(entries)
    if (back.length + gone.length > 0) this.#ledger.say({ subtype: 'restored', back, gone })
  }

  /** The last means to end a turn. */
  #restart(reason: string, end: (child: CliProcess) => Promise<ExitInfo>): void {
    if (this.#process === null || this.#restarting !== null) return
    this.#stopReason = reason
    this.#restarting = this.#startAgain(end(this.#process)).finally(() => (this.#restarting = null))
  }

  async #startAgain(ended: Promise<ExitInfo>): Promise<void> {
    await ended
    await this.#exitKept
    if (!this.#isStopping && (await this.#tryStart())) return
    await this.#process?.stop(this.#options.stopTimes)
    await this.#exitKept
    this.#end()
  }

  /** False when it does not run, or is no longer to run. */
  async #tryStart(): Promise<boolean> {
    try {
      return (await this.start()) === null && !this.#isStopping
    } catch (error) {
      this.#ledger.tellProblem(error)
      return false
    }
  }

  #end(): void {
    this.#hasEnded = true
    clearTimeout(this.#retry)
    this.#tellEnd('ended')
  }

  #exitKept: Promise<void> = Promise.resolve()

  #onExit(exit: ExitInfo): void {
    this.#process = null
    this.#interrupt.end()
    this.#suspension.end()
    this.#exitKept = Promise.resolve(this.#inlet?.drain()).then(() => {
      this.#keepExit(exit)
      if (this.#restarting === null) this.#end()
    })
  }

  #keepExit(exit: ExitInfo): ExitInfo {
    const info = this.#stopReason === undefined ? exit : { ...exit, reason: this.#stopReason }
    this.#stopReason = undefined
    try {
      this.#ledger.append(toEndEntries(info, this.#toKept(exit)), { sync: true })
      this.#ledger.tidyIfNeeded()
    } catch (error) {
      // There is nobody left to hold back; that the process is gone shows when the log is opened again.
      this.#ledger.tellProblem(error)
    }
    return info
  }

  /**
   * What waits at the end of a process, to be held. Where another process follows at once it goes on there. One that was ended had
   * perhaps not read all that it was sent; what a crash has cost is sent again with the next start.
   */
  #toKept({ kind }: ExitInfo): readonly QueuedMessage[] {
    if (kind === 'failed_to_start' || (this.#restarting !== null && !this.#isStopping)) return []
    const { hasPrompt } = this.#options
    const unheard = kind === 'stopped' ? findUnheard(this.facts, hasPrompt) : []
    return [...unheard, ...findRecalled(this.facts, hasPrompt), ...this.facts.queue]
  }
}

type Prompt = Pick<Extract<Command, { kind: 'send' }>, 'uuid' | 'content' | 'whenBusy'>

type Who = { commandId: string; by?: string | undefined }

/** The CLI says it with its first turn, and until then a person has to know how they will be asked. */
function toMode(argv: readonly string[]): { permissionMode?: string } {
  const permissionMode = argv.find((word) => word.startsWith('--permission-mode='))?.split('=')[1]
  return permissionMode === undefined ? {} : { permissionMode }
}
