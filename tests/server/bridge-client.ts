import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '@quarterdeck/testkit'

export type BridgeMessage = { type: string; sessionId?: string } & Record<string, unknown>

/** A program on the bridge, as somebody else would write it: a socket, and what came over it. */
export class BridgeClient {
  readonly received: BridgeMessage[] = []
  readonly #socket: WebSocket
  /** When the server, or this, has ended it. */
  readonly closed: Promise<void>
  readonly #watchers = new Set<() => void>()
  #seen = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      socket.onclose = () => resolve()
    })
    socket.onmessage = ({ data }) => {
      this.received.push(JSON.parse(data))
      for (const watcher of this.#watchers) watcher()
    }
  }

  static readKey(data: string): string {
    return readFileSync(join(data, 'bridge.key'), 'utf8').trim()
  }

  /** Rejects when it is not let in. */
  static open({ url }: TestServer, key: string, headers: Record<string, string> = {}): Promise<BridgeClient> {
    const all = { authorization: `Bearer ${key}`, ...headers }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/bridge`, { headers: all } as unknown as string[])
    return new Promise((resolve, reject) => {
      socket.onerror = () => reject(new Error('not let in'))
      socket.onopen = () => resolve(new BridgeClient(socket))
    })
  }

  send(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message that is so, behind the last that was waited for; those before it are passed over. */
  next(type: string, fits: (message: BridgeMessage) => boolean = () => true): Promise<BridgeMessage> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.received.findIndex((each, index) => index >= this.#seen && each.type === type && fits(each))
        if (at === -1) return
        this.#seen = at + 1
        this.#watchers.delete(look)
        resolve(this.received[at] as BridgeMessage)
      }
      this.#watchers.add(look)
      look()
    })
  }

  /** The first message that is so, told already or to come. */
  find(isSo: (message: BridgeMessage, index: number) => boolean): Promise<{ at: number; message: BridgeMessage }> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.received.findIndex(isSo)
        if (at === -1) return
        this.#watchers.delete(look)
        resolve({ at, message: this.received[at] as BridgeMessage })
      }
      this.#watchers.add(look)
      look()
    })
  }

  /** Says something and waits for the answer. */
  ask(message: object | string, type: string): Promise<BridgeMessage> {
    this.#seen = this.received.length
    this.send(message)
    return this.next(type)
  }

  of(type: string): BridgeMessage[] {
    return this.received.filter((message) => message.type === type)
  }

  close(): Promise<void> {
    this.#socket.close()
    return this.closed
  }
}
