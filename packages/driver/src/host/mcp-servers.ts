import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { InProcessMcpServer } from './handlers.ts'
import { McpTransport } from './mcp-transport.ts'

/** The MCP servers inside the host, each behind a transport to the CLI. */
export class McpServers {
  readonly #servers: Readonly<Record<string, InProcessMcpServer>>
  readonly #sendUnasked: (serverName: string, message: JSONRPCMessage) => void
  readonly #transports = new Map<string, Promise<McpTransport>>()

  constructor(
    servers: Readonly<Record<string, InProcessMcpServer>>,
    sendUnasked: (serverName: string, message: JSONRPCMessage) => void,
  ) {
    this.#servers = servers
    this.#sendUnasked = sendUnasked
  }

  /** Hands a server a message of the CLI, and gives its reply. */
  async deliver(name: string, message: unknown, signal: AbortSignal): Promise<unknown> {
    const transport = await this.#connect(name)
    return transport.deliver(message as JSONRPCMessage, signal)
  }

  async close(): Promise<void> {
    const transports = await Promise.allSettled(this.#transports.values())
    for (const each of transports) if (each.status === 'fulfilled') await each.value.close()
  }

  #connect(name: string): Promise<McpTransport> {
    const known = this.#transports.get(name)
    if (known !== undefined) return known
    const server = Object.hasOwn(this.#servers, name) ? this.#servers[name] : undefined
    if (server === undefined) return Promise.reject(new Error(`There is no MCP server '${name}' in this host.`))
    const transport = new McpTransport((message) => this.#sendUnasked(name, message))
    const connected = server.connect(transport).then(() => transport)
    this.#transports.set(name, connected)
    return connected
  }
}
