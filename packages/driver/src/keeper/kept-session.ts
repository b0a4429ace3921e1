import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LogRecord } from '@quarterdeck/protocol/pure'
import { DriverError } from '../driver-error.ts'
import type { SessionFacts } from '../engine/facts/session-facts.ts'
import type { ControlOutcome, RequestOptions } from '../host/control-outcome.ts'
import type { Handlers } from '../host/handlers.ts'
import { HostEnd } from '../host/host-end.ts'
import { LogMirror } from '../log/log-mirror.ts'
import { readLog } from '../log/read-log.ts'
import { parseRecordLine } from '../log/record-line.ts'
import type { GivenCommand, LinkEvent, Receipt } from '../session-link.ts'
import { attachKeeper } from './attach-keeper.ts'
import { commandEnded } from './command-ended.ts'
import { endKeeper } from './end-keeper.ts'
import type { KeeperLink } from './keeper-link.ts'
import type { KeeperSpec } from './spec.ts'
import { type KeeperProgram, startKeeper } from './start-keeper.ts'

const MAX_TRIES = 3

export interface KeptOptions {
  /** Who answers the CLI. Without handlers this host answers nothing by itself. */
  handlers?: Handlers
  /** Who this host is, for the record of such answers. */
  by?: string
}

/**
 * A session that has a folder, and a keeper while it runs. Finds the keeper again when the link breaks, so that whoever holds
 * this sees one row of records and gives each command once, whatever is killed in between.
 */
export class KeptSession {
  readonly folder: string
  readonly #listeners = new Set<(event: LinkEvent) => void>()
  #link: KeeperLink | null = null
  #mirror: LogMirror | null = null
  #attaching: Promise<void> | null = null
  readonly #host: HostEnd
  #epoch = ''
  #lastSeq = 0
  #lastAt: string | undefined
  #watchers = 0
  #problem: DriverError | null = null
  #isClosed = false

  private constructor(folder: string, { handlers, by }: KeptOptions) {
    this.folder = folder
    this.#host = new HostEnd({ command: (given) => this.command(given), handlers, by })
  }

  /** Attaches to the keeper if there is one, and reads what has happened. */
  static async open(folder: string, options: KeptOptions = {}): Promise<KeptSession> {
    const session = new KeptSession(folder, options)
    await session.#tryAttach()
    return session
  }

  /** There is a process. */
  get isRunning(): boolean {
    return this.#link !== null || this.#problem !== null
  }

  /** There is a keeper, and it cannot be spoken to: why, and what to do. */
  get problem(): string | null {
    return this.#problem?.message ?? null
  }

  get isWatched(): boolean {
    return this.#watchers > 0
  }

  /** How many are told what is new. */
  get listeners(): number {
    return this.#listeners.size
  }

  get facts(): SessionFacts {
    return this.#host.facts.session
  }

  get epoch(): string {
    return this.#epoch
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  /** When the newest record was written. */
  get lastAt(): string | undefined {
    return this.#lastAt
  }

  /** Starts a keeper, if none runs. */
  async start(spec: Omit<KeeperSpec, 'socket' | 'folder'>, program: KeeperProgram): Promise<void> {
    await this.#attaching?.catch(() => undefined)
    // One that did not answer may answer now.
    if (this.#problem !== null) await this.#attach()
    if (this.#link !== null) return
    this.#attaching = startKeeper({ ...spec, folder: this.folder }, program)
      .then((link) => this.#follow(link))
      .finally(() => {
        this.#attaching = null
      })
    await this.#attaching
  }

  /** Done once, even if the link breaks on the way and it has to be sent again. */
  async command(given: GivenCommand): Promise<Receipt> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await this.#attaching?.catch(() => undefined)
      if (this.#link === null) break
      const receipt = await this.#link.command(given)
      if (receipt.ok || receipt.code !== 'link_broken') return receipt
      await this.#whenKnown()
    }
    // It may have been done before the keeper died: the log knows.
    const done = this.facts.receipts[given.commandId]
    if (done !== undefined) return { commandId: given.commandId, ok: true, ...done }
    if (this.#problem !== null)
      return { commandId: given.commandId, ok: false, code: 'link_broken', message: this.#problem.message }
    const kept = this.#link === null ? this.#commandEnded(given) : null
    if (kept !== null) return kept
    const message = 'The CLI of this session is not running. Send a message to start it.'
    return { commandId: given.commandId, ok: false, code: 'not_running', message }
  }

  /** Asks the CLI for something. The outcome is a value, whatever it is. */
  request(
    subtype: string,
    body: Record<string, unknown>,
    options?: RequestOptions & { by?: string },
  ): Promise<ControlOutcome<unknown>> {
    return this.#host.request(subtype, body, options)
  }

  #commandEnded(given: GivenCommand): Receipt | null {
    try {
      const receipt = commandEnded(this.folder, given)
      if (receipt?.ok) this.#catchUp()
      return receipt
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return { commandId: given.commandId, ok: false, code: 'storage', message: error.message }
    }
  }

  /** Lines behind `seq`, as they stand in the log. */
  readAfter(seq: number, maxCharacters: number): string[] {
    return this.#load().readAfter(seq, maxCharacters)
  }

  /** Tells of what is new, until the returned function is called. A session that somebody watches does not end by itself. */
  subscribe(listener: (event: LinkEvent) => void, { isWatching = false } = {}): () => void {
    this.#listeners.add(listener)
    this.#count(isWatching ? 1 : 0)
    return () => {
      if (this.#listeners.delete(listener)) this.#count(isWatching ? -1 : 0)
    }
  }

  /** Ends the process, if there is one, and resolves when it has ended. */
  async end(times: { termAfterMs?: number; killAfterMs?: number } = {}): Promise<void> {
    await this.#attaching?.catch(() => undefined)
    const link = this.#link
    if (link === null) return this.#endUnheard()
    await this.command({ commandId: randomUUID(), command: { kind: 'stop', ...times } })
    await link.closed
    await this.#attaching?.catch(() => undefined)
  }

  async #endUnheard(): Promise<void> {
    if (this.#problem === null) return
    await endKeeper(this.folder)
    await this.#attach()
  }

  /** Lets go of the session, which runs on. */
  close(): void {
    this.#isClosed = true
    this.#listeners.clear()
    this.#link?.close()
    this.#link = null
  }

  #count(change: number): void {
    this.#watchers += change
    if (change !== 0 && this.#watchers === Math.max(change, 0)) this.#link?.watch(this.#watchers > 0)
    if (this.#watchers === 0) this.#unload()
  }

  #attach(): Promise<void> {
    this.#attaching ??= attachKeeper(this.folder)
      .then(async (link) => {
        this.#problem = null
        if (this.#isClosed) link?.close()
        else if (link !== null) await this.#follow(link)
        else this.#catchUp()
      })
      .finally(() => {
        this.#attaching = null
      })
    return this.#attaching
  }

  /** Resolves when everything that was there has been told. */
  #follow(link: KeeperLink): Promise<void> {
    this.#link = link
    this.#begin(link.epoch)
    this.#load()
    link.watch(this.#watchers > 0)
    void link.closed.then((how) => this.#onClosed(link, how))
    let isCaughtUp = false
    return new Promise((resolve) => {
      void link.closed.then(() => resolve())
      link.follow(this.#lastSeq, (event) => {
        if (event.kind === 'record') this.#take(event.record, event.line)
        else this.#tell(event)
        if (event.kind === 'caught_up') isCaughtUp = true
        if (isCaughtUp) this.#host.handleOpen()
        if (event.kind === 'caught_up') resolve()
      })
    })
  }

  #onClosed(link: KeeperLink, how: 'ended' | 'broken'): void {
    if (this.#link !== link) return
    this.#link = null
    if (!this.#isClosed && how === 'broken') void this.#tryAttach()
    else this.#unload()
  }

  /** A keeper that is there and cannot be spoken to is no reason for its host to fail: it is told, and can be ended. */
  async #tryAttach(): Promise<void> {
    try {
      await this.#attach()
    } catch (error) {
      this.#problem = toProblem(error as Error)
      this.#tell({ kind: 'problem', message: this.#problem.message })
    }
  }

  async #whenKnown(): Promise<void> {
    // The link tells that it is broken before it is known what became of the keeper.
    await new Promise(setImmediate)
    await this.#attaching?.catch(() => undefined)
  }

  /** What nobody told us because there was no keeper left to tell. */
  #catchUp(): void {
    for (const line of this.#readFile()) {
      const record = parseRecordLine(line)
      if (record !== null && record.seq > this.#lastSeq) this.#take(record, line)
    }
    this.#unload()
  }

  #take(record: LogRecord, line: string): void {
    this.#lastSeq = record.seq
    this.#lastAt = record.at
    this.#host.apply(record)
    this.#mirror?.add(record.seq, line, record.message as Readonly<Record<string, unknown>>)
    this.#tell({ kind: 'record', record, line })
  }

  #tell(event: LinkEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** The records are in memory while somebody may want them. */
  #load(): LogMirror {
    if (this.#mirror !== null) return this.#mirror
    const mirror = new LogMirror()
    this.#mirror = mirror
    for (const line of this.#readFile()) {
      const record = parseRecordLine(line)
      if (record === null || record.seq > this.#lastSeq) continue
      mirror.add(record.seq, line, record.message as Readonly<Record<string, unknown>>)
    }
    return mirror
  }

  #unload(): void {
    if (this.#link === null && this.#attaching === null && this.#watchers === 0) this.#mirror = null
  }

  *#readFile(): Generator<string> {
    const path = join(this.folder, 'log.ndjson')
    if (!existsSync(path)) return
    for (const { epoch, line } of readLog(path)) {
      this.#begin(epoch)
      yield line
    }
  }

  /** Another log has its own numbers, and what we know is of the old one. */
  #begin(epoch: string): void {
    if (this.#epoch !== '' && this.#epoch !== epoch) {
      this.#mirror = null
      this.#host.reset()
      this.#lastSeq = 0
    }
    this.#epoch = epoch
  }
}

/** A folder that cannot be read or written is told as well; anything else is a fault of ours. */
function toProblem(error: Error): DriverError {
  if (error instanceof DriverError) return error
  if (!('syscall' in error)) throw error
  const advice = 'See that its folder can be read and written, and attach again.'
  return new DriverError('storage', `The session cannot be looked at: ${error.message}. ${advice}`, { cause: error })
}
