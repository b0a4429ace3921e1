import { randomUUID } from 'node:crypto'
import { LIVE_PROTOCOL, type LiveFrame, SOCKET_PROTOCOL } from '@quarterdeck/contract'
import type { TestServer } from '@quarterdeck/testkit'
import { type Prompt, type Raw, Refused } from './door.ts'
import { RawDoor } from './raw-door.ts'

type Receipt = Extract<LiveFrame, { type: 'receipt' }>

/** `GET /api/live`, as the page speaks it. */
export class LiveDoor extends RawDoor {
  readonly transport = 'live'
  readonly #server: TestServer
  readonly #receipts = new Map<string, (receipt: Receipt) => void>()
  #socket: WebSocket | null = null

  constructor(server: TestServer) {
    super(server)
    this.#server = server
  }

  override async start(options: Raw): Promise<string> {
    const { sessionId } = await this.command({ kind: 'start', ...options })
    await this.attend(String(sessionId))
    return String(sessionId)
  }

  async attend(sessionId: string): Promise<void> {
    await this.#connect()
    this.sessionId = sessionId
    this.#write({ type: 'open', sessionId, tail: 100 })
  }

  override async stop(): Promise<void> {
    await this.command({ kind: 'stop', sessionId: this.sessionId })
  }

  protected async send(content: string | readonly Raw[]): Promise<void> {
    await this.command({ kind: 'send', sessionId: this.sessionId, content })
  }

  protected async decide({ id }: Prompt, decision: Raw): Promise<void> {
    await this.command({ kind: 'decide', sessionId: this.sessionId, request_id: id, ...decision })
  }

  async interrupt(): Promise<void> {
    await this.command({ kind: 'interrupt', sessionId: this.sessionId })
  }

  control(request: Raw): Promise<Raw> {
    return this.command({ kind: 'control', sessionId: this.sessionId, request })
  }

  async command(command: Raw): Promise<Raw> {
    await this.#connect()
    const commandId = randomUUID()
    const receipt = await new Promise<Receipt>((resolve) => {
      this.#receipts.set(commandId, resolve)
      this.#write({ type: 'command', commandId, command })
    })
    if (receipt.ok) return (receipt.result ?? {}) as Raw
    throw new Refused(receipt.error.code, receipt.error.message)
  }

  /** Of a message that waits for the turn to end. */
  async queuedUuid(words: string): Promise<string> {
    const find = ({ subtype, items }: Raw) =>
      subtype === 'queue' ? (items as Raw[]).find((each) => JSON.stringify(each.content).includes(words)) : undefined
    const { message } = await this.next((each) => find(each) !== undefined)
    return String(find(message)?.uuid)
  }

  close(): void {
    this.#socket?.close()
  }

  async #connect(): Promise<void> {
    if (this.#socket !== null) return
    const { url, token } = this.#server
    const headers = { authorization: `Bearer ${token}` }
    const options = { protocols: [SOCKET_PROTOCOL], headers } as unknown as string[]
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, options)
    this.#socket = socket
    const welcomed = new Promise<void>((resolve, reject) => {
      socket.onerror = () => reject(new Error('The socket was not opened.'))
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data) as LiveFrame
        if (frame.type === 'welcome') resolve()
        this.#hear(frame)
      }
    })
    socket.onopen = () =>
      this.#write({ type: 'hello', protocol: LIVE_PROTOCOL, page: 'a test', isVisible: false, sessions: [] })
    await welcomed
  }

  #hear(frame: LiveFrame): void {
    if (frame.type === 'receipt') this.#receipts.get(frame.commandId)?.(frame)
    if (frame.type === 'records' && frame.sessionId === this.sessionId)
      for (const { message } of frame.records) this.take(message as Raw)
    this.#write({ type: 'ack', frame: frame.frame })
  }

  #write(message: Raw): void {
    this.#socket?.send(JSON.stringify(message))
  }
}
