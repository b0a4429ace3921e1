import { setTimeout as sleep } from 'node:timers/promises'

type Raw = Readonly<Record<string, unknown>>

/** Against hanging, not a bar: the machine may be busy. */
const LIMIT_MS = 40_000

/** A program's socket to a server: it keeps what it was told, as text and read. */
export class SocketClient {
  readonly texts: string[] = []
  readonly frames: Raw[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #socket: WebSocket
  /** Called with each frame. */
  onFrame: (frame: Raw) => void = () => undefined

  constructor(server: { url: string; token: string }, path: string) {
    const headers = { authorization: `Bearer ${server.token}` }
    // Node's own takes headers, which browsers do not.
    const options = { headers } as unknown as string[]
    this.#socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, options)
    this.#socket.onmessage = ({ data }) => {
      this.texts.push(String(data))
      const frame = JSON.parse(String(data)) as Raw
      this.frames.push(frame)
      this.onFrame(frame)
    }
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code, reason }) => resolve({ code, reason })
    })
  }

  /** Resolves when it is open; one that is refused never is. */
  async opened(): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING)
      await new Promise<void>((resolve, reject) => {
        this.#socket.addEventListener('open', () => resolve())
        this.#socket.addEventListener('error', () => reject(new Error('The socket was refused.')))
      })
    return this
  }

  async say(frame: object | string): Promise<void> {
    await this.opened()
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The first frame that is so, once it is there; one that never comes is told with what came in its place. */
  async find(isIt: (frame: Raw) => boolean): Promise<Raw> {
    const until = Date.now() + LIMIT_MS
    for (;;) {
      const found = this.frames.find(isIt)
      if (found !== undefined) return found
      if (Date.now() > until) throw new Error(`It did not come. The last frames: ${this.texts.slice(-5).join('\n')}`)
      await sleep(5)
    }
  }

  close(): void {
    this.#socket.close()
  }
}
