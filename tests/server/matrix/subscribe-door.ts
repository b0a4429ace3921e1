import { randomUUID } from 'node:crypto'
import { SOCKET_PROTOCOL } from '@quarterdeck/contract'
import type { TestServer } from '@quarterdeck/testkit'
import { type Prompt, type Raw, Refused } from './door.ts'
import { RawDoor } from './raw-door.ts'

/** `GET /api/claude/sessions/:id/subscribe`: raw messages, and the CLI's own words back. */
export class SubscribeDoor extends RawDoor {
  readonly transport = 'subscribe'
  readonly #server: TestServer
  #socket: WebSocket | null = null

  constructor(server: TestServer) {
    super(server)
    this.#server = server
  }

  async attend(sessionId: string): Promise<void> {
    this.close()
    this.sessionId = sessionId
    const { url, token } = this.#server
    const headers = { authorization: `Bearer ${token}` }
    const options = { protocols: [SOCKET_PROTOCOL], headers } as unknown as string[]
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe`, options)
    this.#socket = socket
    socket.onmessage = ({ data }) => this.take(JSON.parse(data))
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error('The socket was not opened.'))
    })
  }

  /** One that waits for the turn to end is not told before. */
  protected async send(content: string | readonly Raw[]): Promise<void> {
    this.#write({ type: 'user_message', content })
  }

  protected async decide({ id }: Prompt, decision: Raw): Promise<void> {
    const response = { subtype: 'success', request_id: id, response: decision }
    await this.#done(
      { type: 'control_response', response },
      (each) => (each.response as Raw | undefined)?.request_id === id,
    )
  }

  async interrupt(): Promise<void> {
    await this.control({ subtype: 'interrupt' })
  }

  async control(request: Raw): Promise<Raw> {
    const request_id = randomUUID()
    this.#write({ type: 'control_request', request_id, request })
    const { message } = await this.next(
      ({ type, response }) => type === 'control_response' && (response as Raw).request_id === request_id,
    )
    const { subtype, error, code, response } = message.response as Raw
    if (subtype !== 'success') throw new Refused(String(code), String(error))
    return (response ?? {}) as Raw
  }

  close(): void {
    this.#socket?.close()
  }

  /** That it was done is seen by everyone; that it was not, only here. */
  async #done(message: Raw, isProof: (message: Raw) => boolean): Promise<void> {
    const from = this.said.length
    const commandId = randomUUID()
    this.#write({ ...message, commandId })
    const isRefusal = (each: Raw) => each.type === 'error' && each.commandId === commandId
    const { message: found } = await this.next((each, index) => index >= from && (isRefusal(each) || isProof(each)))
    if (!isRefusal(found)) return
    const { code, message: why } = found.error as { code: string; message: string }
    throw new Refused(code, why)
  }

  #write(message: Raw): void {
    this.#socket?.send(JSON.stringify(message))
  }
}
