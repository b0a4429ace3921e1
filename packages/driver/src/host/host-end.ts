import { randomUUID } from 'node:crypto'
import type { ControlResponse, LogRecord } from '@quarterdeck/protocol'
import { supports } from '../cli/cli-support.ts'
import { isObject } from '../is-object.ts'
import type { Command, GivenCommand, Receipt } from '../session-link.ts'
import { ControlChannel } from './control-channel.ts'
import type { ControlOutcome, RequestOptions } from './control-outcome.ts'
import type { Handlers } from './handlers.ts'
import { toHookRegistry } from './hook-registry.ts'
import { applyToHost, type HostFacts, nothingKnown } from './host-facts.ts'
import { McpServers } from './mcp-servers.ts'
import { RequestRouter } from './request-router.ts'

export interface HostEndOptions {
  command(given: GivenCommand): Promise<Receipt>
  /** Who answers the CLI. Without handlers nothing is answered by itself: another host may. */
  handlers?: Handlers | undefined
  /** Who this host is, for the record. */
  by?: string | undefined
}

/**
 * A host's end of one session: the facts that its records tell, the host's requests to the CLI, and the CLI's requests to the host.
 * It does not know whether the records come from an engine in this process or from a keeper.
 */
export class HostEnd {
  readonly #options: HostEndOptions
  readonly #channel: ControlChannel
  readonly #router: RequestRouter | null
  readonly #mcp: McpServers
  #facts: HostFacts = nothingKnown

  constructor(options: HostEndOptions) {
    this.#options = options
    const { handlers } = options
    this.#channel = new ControlChannel({
      write: (message, by) => this.#command({ kind: 'request', message }, by),
      cliVersion: () => this.#facts.cliVersion,
      canCancel: () => supports(this.#facts.cliVersion, 'unknownRequestError'),
    })
    this.#mcp = new McpServers(handlers?.mcpServers ?? {}, (server_name, message) => {
      void this.#channel.request('mcp_message', { server_name, message })
    })
    this.#router = handlers === undefined ? null : this.#createRouter(handlers)
  }

  get facts(): HostFacts {
    return this.#facts
  }

  /** Folds one more record, and settles the request of ours that it answers. */
  apply(record: LogRecord): void {
    this.#facts = applyToHost(this.#facts, record)
    const { from, message } = record
    if (!isObject(message)) return
    if (from === 'cli' && message.type === 'control_response') this.#channel.take(message)
    if (from === 'keeper' && message.subtype === 'exited') this.#channel.end()
  }

  /** Brings the open requests of the CLI to their handlers. Only at the end of the log: requests that were answered long ago stand in it too. */
  handleOpen(): void {
    this.#router?.take(this.#facts.open)
  }

  /** Asks the CLI for something. The outcome is a value, whatever it is. */
  request(
    subtype: string,
    body: Record<string, unknown>,
    options?: RequestOptions & { by?: string },
  ): Promise<ControlOutcome<unknown>> {
    return this.#channel.request(subtype, body, options)
  }

  /** Answers a request of the CLI; the first answer counts. */
  respond(message: ControlResponse): Promise<Receipt> {
    return this.#command({ kind: 'respond', message })
  }

  /** The process is gone for good, or can no longer be reached: nothing of ours is answered any more, and nothing is open. */
  end(): void {
    this.#channel.end()
    this.#router?.take(new Map())
  }

  /** Another log begins: what the records of the last one told means nothing in it. */
  reset(): void {
    this.end()
    this.#facts = nothingKnown
  }

  /** Lets go of the MCP servers inside the host. */
  close(): Promise<void> {
    return this.#mcp.close()
  }

  #command(command: Command, by = this.#options.by): Promise<Receipt> {
    return this.#options.command({ commandId: randomUUID(), command, ...(by !== undefined && { by }) })
  }

  #createRouter(handlers: Handlers): RequestRouter {
    const { callbacks } = toHookRegistry(handlers.hooks)
    const mcp = this.#mcp.deliver.bind(this.#mcp)
    return new RequestRouter({
      answerers: { handlers, hooks: callbacks, mcp },
      respond: (message) => this.respond(message),
    })
  }
}
