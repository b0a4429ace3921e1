import { randomUUID } from 'node:crypto'
import {
  type ControlResponse,
  type ControlSubtype,
  type InputBlock,
  toControlError,
  toControlSuccess,
} from '@quarterdeck/protocol'
import { toDecision } from '../control/answer-request.ts'
import { ControlChannel } from '../control/control-channel.ts'
import type {
  ControlOutcome,
  HostOutcome,
  HostRequestBody,
  HostSubtype,
  RequestOptions,
} from '../control/control-outcome.ts'
import type { Handlers, PermissionDecision } from '../control/handlers.ts'
import { toHookRegistry } from '../control/hook-registry.ts'
import { McpServers } from '../control/mcp-servers.ts'
import { RequestRouter } from '../control/request-router.ts'
import type { SessionFacts } from '../engine/session-facts.ts'
import { isObject } from '../is-object.ts'
import type { Command, LinkEvent, Receipt, SessionLink } from '../session-link.ts'
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
  readonly #channel: ControlChannel
  readonly #router: RequestRouter | null
  readonly #mcp: McpServers
  readonly #turns = new Set<TurnWatch>()
  #items: ItemCursor | null = null
  #isCaughtUp = false

  constructor(link: SessionLink, { handlers, by, isOwner = false, unsupported = [] }: AttachOptions & Ownership = {}) {
    super()
    this.#link = link
    this.#by = by
    this.#isOwner = isOwner
    this.unsupported = unsupported
    this.#channel = new ControlChannel({
      write: (message) => this.#command({ kind: 'request', message }),
      cliVersion: () => this.facts.cliVersion,
      canCancel: () => this.facts.initialized?.capabilities !== undefined,
    })
    this.#mcp = new McpServers(handlers?.mcpServers ?? {}, (server_name, message) => {
      void this.#channel.request('mcp_message', { server_name, message })
    })
    this.#router = handlers === undefined ? null : this.#createRouter(handlers)
    link.follow(0, (event) => this.#take(event))
    void link.closed.then((how) => this.#onClosed(how))
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
    return this.#respond(toControlSuccess(requestId, response))
  }

  /** Answers any request of the CLI with an error. */
  refuse(requestId: string, reason: string): Promise<Receipt> {
    return this.#respond(toControlError(requestId, reason))
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
    return this.#channel.request(subtype, body as Record<string, unknown>, options)
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
    await this.#mcp.close()
    return this.facts.exit
  }

  /** Lets go of the session. One that has a keeper runs on. */
  close(): void {
    this.#link.close()
    void this.#mcp.close()
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

  #createRouter(handlers: Handlers): RequestRouter {
    const { callbacks } = toHookRegistry(handlers.hooks)
    const mcp = this.#mcp.deliver.bind(this.#mcp)
    return new RequestRouter({
      answerers: { handlers, hooks: callbacks, mcp },
      respond: (message) => this.#respond(message),
    })
  }

  #take(event: LinkEvent): void {
    if (event.kind === 'caught_up') this.#isCaughtUp = true
    if (event.kind === 'record') {
      const { record } = event
      const ahead = countTurns(this.facts.session)
      this.see(record)
      const { message } = record
      if (isObject(message)) {
        if (record.from === 'cli' && message.type === 'control_response') this.#channel.take(message)
        if (message.type === 'keeper' && message.subtype === 'exited') this.#channel.end()
      }
      for (const turn of this.#turns) turn.take(record, ahead)
    }
    // What was answered long ago stands in the log too: handlers see only what is still open at its end.
    if (!this.#isCaughtUp) return
    this.#router?.take(this.facts.open)
    this.notify()
  }

  #onClosed(how: 'ended' | 'broken'): void {
    this.isOver = how
    this.#channel.end()
    for (const turn of this.#turns) turn.end(this.facts.exit)
    this.#router?.take(new Map())
    this.notify()
  }

  async #decide(requestId: string, decision: PermissionDecision): Promise<Receipt> {
    const request = this.facts.open.get(requestId)
    // An allow repeats the input: of what we have not seen, a tool would run with nothing.
    if (request === undefined) return this.#refuseDecision(requestId)
    return this.#respond(toDecision(request.body, requestId, decision) as ControlResponse)
  }

  #refuseDecision(requestId: string): Receipt {
    const answered = this.facts.session.answered[requestId]
    const refusal = { commandId: randomUUID(), ok: false as const }
    if (answered === undefined)
      return { ...refusal, code: 'not_open', message: `The request '${requestId}' is not open, or was withdrawn.` }
    return { ...refusal, code: 'already_resolved', message: `The request '${requestId}' was answered.`, ...answered }
  }

  #respond(message: ControlResponse): Promise<Receipt> {
    return this.#command({ kind: 'respond', message })
  }

  async #command(command: Command, commandId: string = randomUUID()): Promise<Receipt> {
    // Not from within a listener: every other listener must have had the record first.
    await null
    const receipt = await this.#link.command({
      commandId,
      command,
      ...(this.#by === undefined ? {} : { by: this.#by }),
    })
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
