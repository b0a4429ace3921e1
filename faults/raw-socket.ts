import { connect, type Socket } from 'node:net'

type Raw = Readonly<Record<string, unknown>>

const TICK_MS = 50

/** A WebSocket byte by byte: it can send half a frame, and read as slowly as it likes. */
export class RawSocket {
  readonly frames: Raw[] = []
  /** Called with each frame when it was read. */
  onFrame: (frame: Raw) => void = () => undefined
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #bytesPerSecond = 0
  #reading: NodeJS.Timeout | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(server: { url: string; token: string }, path: string): Promise<RawSocket> {
    const { hostname, port, host } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const key = Buffer.from('0123456789abcdef').toString('base64')
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.token}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    )
    const raw = new RawSocket(socket)
    await raw.#readHead()
    return raw
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState === 'open'
  }

  /** The frame, or the first part of it. */
  async say(frame: object, share = 1): Promise<void> {
    const bytes = toMasked(JSON.stringify(frame))
    await new Promise<void>((resolve) =>
      this.#socket.write(bytes.subarray(0, Math.floor(bytes.length * share)), () => resolve()),
    )
  }

  /** From now on it reads so much, and no more. */
  read(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond
    clearInterval(this.#reading)
    this.#reading = setInterval(() => this.#take((this.#bytesPerSecond * TICK_MS) / 1000), TICK_MS)
  }

  cut(): void {
    clearInterval(this.#reading)
    this.#socket.destroy()
  }

  #take(limit: number): void {
    for (let left = Math.max(1, Math.floor(limit)); left > 0; ) {
      const chunk = this.#socket.read(Math.min(left, this.#socket.readableLength)) as Buffer | null
      if (chunk === null || chunk.length === 0) break
      left -= chunk.length
      this.#held = Buffer.concat([this.#held, chunk])
    }
    for (let frame = this.#next(); frame !== null; frame = this.#next()) {
      if (frame.length === 0) continue
      const said = JSON.parse(frame.toString()) as Raw
      this.frames.push(said)
      this.onFrame(said)
    }
  }

  /** The text of the next whole frame; empty for what is none of ours; null when there is none. */
  #next(): Buffer | null {
    const held = this.#held
    if (held.length < 2) return null
    const short = (held[1] as number) & 0x7f
    const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2
    if (held.length < headBytes) return null
    const bytes = short === 126 ? held.readUInt16BE(2) : short === 127 ? Number(held.readBigUInt64BE(2)) : short
    if (held.length < headBytes + bytes) return null
    const isText = ((held[0] as number) & 0x0f) === 1
    const body = Buffer.from(held.subarray(headBytes, headBytes + bytes))
    this.#held = held.subarray(headBytes + bytes)
    return isText ? body : Buffer.alloc(0)
  }

  async #readHead(): Promise<void> {
    for (;;) {
      const end = this.#held.indexOf('\r\n\r\n')
      if (end >= 0) {
        this.#held = this.#held.subarray(end + 4)
        return
      }
      await new Promise((resolve) => this.#socket.once('readable', resolve))
      this.#held = Buffer.concat([this.#held, (this.#socket.read() as Buffer | null) ?? Buffer.alloc(0)])
    }
  }
}

/** A text frame of a client, with a mask of zeros. */
function toMasked(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
