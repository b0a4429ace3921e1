import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

type Reply = (message: JSONRPCMessage) => void

/** What a message without a reply is answered with: the CLI waits for an answer to each, and wants it in this shape. */
export const TAKEN = { jsonrpc: '2.0' as const, id: 0, result: {} }

/**
 * Between an MCP server inside the host and its client inside the CLI. Each message of the client comes as a request of its own
 * and is answered by the server's reply; what the server says unasked goes the other way.
 */
export class McpTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #sendUnasked: (message: JSONRPCMessage) => void
  readonly #replies = new Map<RequestId, Reply>()
  #isClosed = false

  constructor(sendUnasked: (message: JSONRPCMessage) => void) {
    this.#sendUnasked = sendUnasked
  }

  /** Hands the server a message of its client, and gives its reply. */
  deliver(message: JSONRPCMessage, signal: AbortSignal): Promise<JSONRPCMessage> {
    if (this.#isClosed) return Promise.reject(new Error('The MCP server is closed.'))
    if (!('id' in message && 'method' in message)) {
      this.onmessage?.(message)
      return Promise.resolve(TAKEN)
    }
    const { id } = message
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#replies.delete(id)
        this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
        reject(new Error('The request was withdrawn.'))
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#replies.set(id, (reply) => {
        signal.removeEventListener('abort', onAbort)
        resolve(reply)
      })
      this.onmessage?.(message)
    })
  }

  async start(): Promise<void> {
    this.#isClosed = false
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isReply = 'id' in message && message.id !== undefined && !('method' in message)
    if (!isReply) return this.#sendUnasked(message)
    const reply = this.#replies.get(message.id as RequestId)
    this.#replies.delete(message.id as RequestId)
    reply?.(message)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#replies.clear()
    this.onclose?.()
  }
}
