import type { BridgeClient, BridgeMessage } from '../bridge-client.ts'
import { type Answer, type Door, type Prompt, type Raw, Refused } from './door.ts'

/** `GET /bridge` */
export class BridgeDoor implements Door {
  readonly transport = 'bridge'
  sessionId = ''
  readonly #client: BridgeClient
  #prompted = 0
  #asked = 0

  constructor(client: BridgeClient) {
    this.#client = client
  }

  async start({ cwd, permissionMode, resume }: Raw): Promise<string> {
    const mode = permissionMode === undefined ? {} : { permissionMode }
    const wish =
      resume === undefined
        ? { type: 'start', projectPath: cwd, ...mode }
        : { type: 'resume_session', sessionId: resume, projectPath: cwd, ...mode }
    const created = await this.#done(wish, ({ type, subtype }) => type === 'system' && subtype === 'session_created')
    this.sessionId = String(created.sessionId)
    return this.sessionId
  }

  async attend(sessionId: string): Promise<void> {
    this.sessionId = sessionId
    await this.#done({ type: 'get_history', sessionId }, ({ type }) => type === 'history')
  }

  async say(content: string | readonly Raw[]): Promise<void> {
    this.#prompted = this.#client.received.length
    await this.#fenced({ type: 'input', text: content as string, sessionId: this.sessionId })
  }

  async asked(toolName: string): Promise<Prompt> {
    const isIt = (each: BridgeMessage) => each.type === 'permission_request' && each.toolName === toolName
    const { at, message } = await this.#next((each, index) => index >= this.#asked && isIt(each))
    this.#asked = at + 1
    return { id: String(message.toolUseId), toolName, input: message.input as Raw, suggestions: [] }
  }

  async allow({ id }: Prompt, answer: Answer = {}): Promise<void> {
    if (Object.keys(answer).length > 0) throw new Error('The bridge approves what was asked, and nothing else.')
    await this.#fenced({ type: 'approve', id, sessionId: this.sessionId })
  }

  async allowAlways({ id }: Prompt): Promise<void> {
    await this.#fenced({ type: 'approve_always', id, sessionId: this.sessionId })
  }

  async answer({ id }: Prompt, answers: Readonly<Record<string, string>>): Promise<void> {
    const result = JSON.stringify(answers)
    await this.#fenced({ type: 'answer', toolUseId: id, result, sessionId: this.sessionId })
  }

  async deny({ id }: Prompt, { message, interrupt }: { message?: string; interrupt?: boolean } = {}): Promise<void> {
    if (interrupt) throw new Error('The bridge has no word for it.')
    await this.#fenced({ type: 'reject', id, sessionId: this.sessionId, ...(message && { message }) })
  }

  async hears(words: string): Promise<void> {
    await this.#next((each) => each.type === 'assistant' && JSON.stringify(each.message).includes(words))
  }

  streamed(): string {
    const told = this.#client.received.slice(this.#prompted).filter(({ type }) => type === 'stream_delta')
    return told.map(({ text }) => text).join('')
  }

  interrupt(): Promise<void> {
    throw new Error('The bridge has no word for it.')
  }

  control(): Promise<Raw> {
    throw new Error('The bridge has no word for it.')
  }

  async stop(): Promise<void> {
    const { sessionId } = this
    await this.#done(
      { type: 'stop_session', sessionId },
      ({ type, subtype }) => type === 'result' && subtype === 'stopped',
    )
  }

  uuidOf(): Promise<string> {
    throw new Error('The bridge does not tell them.')
  }

  close(): void {
    void this.#client.close()
  }

  /** Done, or refused: messages are done in their order, so what stands behind it is answered after it. */
  async #fenced(message: Raw): Promise<void> {
    const from = this.#client.received.length
    this.#client.send(message)
    this.#client.send({ type: 'list_sessions' })
    await this.#next(({ type }, index) => index >= from && type === 'session_list')
    this.#throwRefusal(from, String(message.type))
  }

  async #done(message: Raw, isAnswer: (message: BridgeMessage) => boolean): Promise<BridgeMessage> {
    const from = this.#client.received.length
    this.#client.send(message)
    const isError = (each: BridgeMessage) => each.type === 'error' && each.request === message.type
    const found = await this.#next((each, index) => index >= from && (isAnswer(each) || isError(each)))
    this.#throwRefusal(from, String(message.type))
    return found.message
  }

  #throwRefusal(from: number, request: string): void {
    const failed = this.#client.received.slice(from).find((each) => each.type === 'error' && each.request === request)
    if (failed !== undefined) throw new Refused(String(failed.code), String(failed.message))
  }

  #next(isSo: (message: BridgeMessage, index: number) => boolean): Promise<{ at: number; message: BridgeMessage }> {
    return this.#client.find(
      (each, index) =>
        (each.sessionId === undefined || each.sessionId === this.sessionId || each.type === 'system') &&
        isSo(each, index),
    )
  }
}
