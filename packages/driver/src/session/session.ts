import { randomUUID } from 'node:crypto'
import { type ControlSubtype, type InputBlock, toControlError, toControlSuccess } from '@quarterdeck/protocol'
import type { SessionFacts } from '../engine/facts/session-facts.ts'
import type {
  ControlOutcome,
  HostOutcome,
  HostRequestBody,
  HostSubtype,
  RequestOptions,
} from '../host/control-outcome.ts'
import type { Handlers, PermissionDecision, PermissionRequest } from '../host/handlers.ts'
import { HostEnd } from '../host/host-end.ts'
import type { HostFacts } from '../host/host-facts.ts'
import { toRequestKind } from '../host/request-kind.ts'
import { toDecision } from '../host/to-decision.ts'
import type { Command, GivenCommand, LinkEvent, Receipt, SessionLink } from '../session-link.ts'
import { ItemCursor } from './item-cursor.ts'
import type { SessionItem } from './session-item.ts'
import { SessionView } from './session-view.ts'
import { type TurnOutcome, TurnWatch } from './turn-watch.ts'

export type Content = string | InputBlock[]

export interface SendOptions {
  /** While a turn runs: wait for its end, or go into it. */
  whenBusy?: 'queue' | 'now'
  /** The message's own id, by which it is found again in the queue and in the transcript. */
  uuid?: string
  /** Given again after a broken link, it is not sent twice. */
  commandId?: string
}

export interface AttachOptions {
  /** Who answers. A host without handlers watches and answers by id; it lets alone whatever another host may answer. */
  handlers?: Handlers
  /** Who this host is, for the record. */
  by?: string
}

interface Ownership {
  /** The process is ours, and ends with the session. */
  isOwner?: boolean
  unsupported?: readonly string[]
}

/** A running CLI, as a host sees it: what it says, what it asks, what it does. */
export class Session extends SessionView implements AsyncIterable<SessionItem>, AsyncDisposable {
  /** Options it was started with and that its CLI does not have. */
  readonly unsupported: readonly string[]
  readonly #link: SessionLink
  readonly #by: string | undefined
  readonly #isOwner: boolean
  readonly #host: HostEnd
  readonly #turns = new Set<TurnWatch>()
  #items: ItemCursor | null = null
  #isCaughtUp = false

  constructor(link: SessionLink, { handlers, by, isOwner = false, unsupported = [] }: AttachOptions & Ownership = {}) {
    super()
    this.#link = link
    this.#by = by
    this.#isOwner = isOwner
    this.unsupported = unsupported
    this.#host = new HostEnd({ command: (given) => this.#give(given), handlers, by })
    link.follow(0, (event) => this.#take(event))
    void link.closed.then((how) => this.#onClosed(how))
  }

  protected override get facts(): HostFacts {
    return this.#host.facts
  }

  /** Sends a prompt. The receipt says whether the CLI has it or it waits in the queue. */
  async send(content: Content, options: SendOptions = {}): Promise<Receipt & { uuid: string }> {
    const { uuid = randomUUID(), commandId, whenBusy } = options
    const command: Command = { kind: 'send', uuid, content, ...(whenBusy === undefined ? {} : { whenBusy }) }
    return { ...(await this.#command(command, commandId)), uuid }
  }

  /** Sends a prompt and waits for the result of its turn. */
  async turn(content: Content, options: SendOptions = {}): Promise<TurnOutcome> {
    const uuid = options.uuid ?? randomUUID()
    const watch = new TurnWatch(uuid)
    this.#turns.add(watch)
    const receipt = await this.send(content, { ...options, uuid })
    if (!receipt.ok) watch.refuse(receipt)
    else if (this.isOver) watch.end(this.facts.exit)
    return watch.outcome.finally(() => this.#turns.delete(watch))
  }

  /** Lets a tool run. */
  allow(requestId: string, decision: Omit<PermissionDecision & { behavior: 'allow' }, 'behavior'> = {}) {
    return this.#decide(requestId, { behavior: 'allow', ...decision })
  }

  /** Refuses a tool, or skips a question. */
  deny(requestId: string, decision: Omit<PermissionDecision & { behavior: 'deny' }, 'behavior'> = {}) {
    return this.#decide(requestId, { behavior: 'deny', ...decision })
  }

  /** Answers any request of the CLI with what it wants to have. */
  answer(requestId: string, response: object): Promise<Receipt> {
    return this.#host.respond(toControlSuccess(requestId, response))
  }

  /** Answers any request of the CLI with an error. */
  refuse(requestId: string, reason: string): Promise<Receipt> {
    return this.#host.respond(toControlError(requestId, reason))
  }

  /** Asks the CLI for something. The outcome is a value, whatever it is. */
  request<S extends HostSubtype>(
    subtype: S,
    ...rest: Record<never, never> extends HostRequestBody<S>
      ? [body?: HostRequestBody<S>, options?: RequestOptions]
      : [body: HostRequestBody<S>, options?: RequestOptions]
  ): Promise<HostOutcome<S>>
  /** One that we do not know the shape of. */
  request<T extends string>(
    subtype: T extends ControlSubtype ? never : T,
    body?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<ControlOutcome<unknown>>
  request(subtype: string, body: object = {}, options?: RequestOptions): Promise<ControlOutcome<unknown>> {
    return this.#host.request(subtype, body as Record<string, unknown>, options)
  }

  setModel(model: string | null) {
    return this.request('set_model', { model })
  }

  setPermissionMode(mode: string) {
    return this.request('set_permission_mode', { mode })
  }

  /** What the MCP servers are doing. */
  mcpStatus() {
    return this.request('mcp_status')
  }

  /** What fills the context window. */
  contextUsage() {
    return this.request('get_context_usage')
  }

  rename(title: string) {
    return this.request('rename_session', { title, source: 'host' })
  }

  /** Puts files back as they were at a message; with `dryRun` it only says which. */
  rewindFiles(messageUuid: string, { dryRun = false } = {}) {
    return this.request('rewind_files', { user_message_id: messageUuid, dry_run: dryRun })
  }

  /** Ends one background task. */
  stopTask(taskId: string) {
    return this.request('stop_task', { task_id: taskId })
  }

  editQueued(uuid: string, content: Content): Promise<Receipt> {
    return this.#command({ kind: 'edit_queued', uuid, content })
  }

  /** Puts it before another one, or at the end. */
  moveQueued(uuid: string, before: string | null): Promise<Receipt> {
    return this.#command({ kind: 'move_queued', uuid, before })
  }

  cancelQueued(uuid: string): Promise<Receipt> {
    return this.#command({ kind: 'cancel_queued', uuid })
  }

  /** Gives it to the CLI now, into the running turn. */
  sendQueued(uuid: string): Promise<Receipt> {
    return this.#command({ kind: 'send_queued', uuid })
  }

  /** Lets all that is held go to Claude, in its order. */
  releaseHeld(commandId?: string): Promise<Receipt> {
    return this.#command({ kind: 'release_held' }, commandId)
  }

  /** Drops all that is held. */
  discardHeld(commandId?: string): Promise<Receipt> {
    return this.#command({ kind: 'discard_held' }, commandId)
  }

  /**
   * Ends the turn: by the protocol, and if that does not help by ending the process, which is then resumed. What is queued is held,
   * and what waits in the CLI is taken back and held too.
   */
  interrupt(): Promise<Receipt> {
    return this.#command({ kind: 'interrupt' })
  }

  /** Ends the process, and waits until it has. */
  async stop(times: { termAfterMs?: number; killAfterMs?: number } = {}): Promise<Session['exit']> {
    await this.#command({ kind: 'stop', ...times })
    await this.#link.closed
    await this.#host.close()
    return this.facts.exit
  }

  /** Lets go of the session. One that has a keeper runs on. */
  close(): void {
    this.#link.close()
    void this.#host.close()
  }

  /** All that happens behind a record, to the end of the session. */
  messages({ after = 0 }: { after?: number } = {}): AsyncIterableIterator<SessionItem> {
    return new ItemCursor(this.#link, after)
  }

  /** All that happens, from the start. A second loop goes on where the first was left. */
  [Symbol.asyncIterator](): AsyncIterator<SessionItem> {
    this.#items ??= new ItemCursor(this.#link, 0)
    const items = this.#items
    return { next: () => items.next() }
  }

  /** Ends a session that this process started, and lets go of any other. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOwner) await this.stop()
    else this.close()
  }

  #take(event: LinkEvent): void {
    if (event.kind === 'caught_up') this.#isCaughtUp = true
    if (event.kind === 'record') {
      const { record } = event
      const ahead = countTurns(this.facts.session)
      this.#host.apply(record)
      this.noteEventAt(record.at)
      for (const turn of this.#turns) turn.take(record, ahead)
    }
    if (!this.#isCaughtUp) return
    this.#host.handleOpen()
    this.notify()
  }

  #onClosed(how: 'ended' | 'broken'): void {
    this.isOver = how
    this.#host.end()
    for (const turn of this.#turns) turn.end(this.facts.exit)
    this.notify()
  }

  async #decide(requestId: string, decision: PermissionDecision): Promise<Receipt> {
    const request = this.facts.open.get(requestId)
    // An allow repeats the input: of what we have not seen, a tool would run with nothing.
    if (request === undefined) return this.#refuseDecision(requestId)
    const { input, tool_use_id: toolUseId } = request.body as PermissionRequest
    const kind = toRequestKind(request.body)
    return this.#host.respond(toDecision({ requestId, kind, input, toolUseId }, decision))
  }

  #refuseDecision(requestId: string): Receipt {
    const answered = this.facts.session.answered[requestId]
    const refusal = { commandId: randomUUID(), ok: false as const }
    if (answered === undefined)
      return { ...refusal, code: 'not_open', message: `The request '${requestId}' is not open, or was withdrawn.` }
    return { ...refusal, code: 'already_resolved', message: `The request '${requestId}' was answered.`, ...answered }
  }

  #command(command: Command, commandId: string = randomUUID()): Promise<Receipt> {
    return this.#give({ commandId, command, ...(this.#by === undefined ? {} : { by: this.#by }) })
  }

  async #give(given: GivenCommand): Promise<Receipt> {
    // Not from within a listener: every other listener must have had the record first.
    await null
    const receipt = await this.#link.command(given)
    return !receipt.ok && this.isOver === 'ended' ? this.#explainEnd(receipt) : receipt
  }

  /** There is nothing to attach to again, and nothing that a further message would start. */
  #explainEnd(receipt: Extract<Receipt, { ok: false }>): Receipt {
    if (receipt.code !== 'not_running' && receipt.code !== 'link_broken') return receipt
    const message = `The session has ended. Start it again with startSession({ cwd, resume: '${this.id}' }).`
    return { ...receipt, code: 'not_running', message }
  }
}

/** Turns that run or are due. */
function countTurns({ isBusy, hasHeard, sent }: SessionFacts): number {
  return Object.keys(sent).length + (isBusy && hasHeard ? 1 : 0)
}
