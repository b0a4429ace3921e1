import { createConnection, type Socket } from 'node:net'

/** A host of a keeper that speaks its wire word by word, and may hang up anywhere. */
export class RawGuest {
  readonly lines: string[] = []
  readonly #socket: Socket
  #wake: () => void = () => undefined
  #rest = ''
  isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk.toString('utf8')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
  }

  static async connect(path: string): Promise<RawGuest> {
    const socket = createConnection(path)
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new RawGuest(socket)
  }

  /** A word, or a piece of one. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()))
  }

  say(word: object): Promise<void> {
    return this.write(`${JSON.stringify(word)}\n`)
  }

  /** Greets, and asks for everything. */
  async follow(): Promise<void> {
    await this.say({ type: 'hello', versions: [1] })
    await this.say({ type: 'follow', after: 0 })
    await this.until((line) => line.startsWith('{"type":"caught_up"'))
  }

  /** Whether such a line has come before the keeper hung up. */
  async until(isWanted: (line: string) => boolean): Promise<boolean> {
    while (!this.lines.some(isWanted)) {
      if (this.isClosed) return false
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return true
  }

  pause(): void {
    this.#socket.pause()
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    this.lines.push(...lines)
    this.#wake()
  }
}
