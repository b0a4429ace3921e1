import type { TestServer } from '@quarterdeck/testkit'
import type { Answer, Door, Prompt, Raw, Transport } from './door.ts'
import { HttpDoor, isSaid } from './http-door.ts'

/** A socket that tells what the CLI says, as it says it. */
export abstract class RawDoor implements Door {
  abstract readonly transport: Transport
  sessionId = ''
  readonly said: Raw[] = []
  protected readonly http: HttpDoor
  readonly #watchers = new Set<() => void>()
  #asked = 0
  #prompted = 0

  constructor(server: TestServer) {
    this.http = new HttpDoor(server)
  }

  abstract attend(sessionId: string): Promise<void>
  abstract interrupt(): Promise<void>
  abstract control(request: Raw): Promise<Raw>
  abstract close(): void
  protected abstract send(content: string | readonly Raw[]): Promise<void>
  protected abstract decide(prompt: Prompt, decision: Raw): Promise<void>

  /** Not every socket can start a session; those that cannot look at one that was started. */
  async start(options: Raw): Promise<string> {
    const sessionId = await this.http.start(options)
    await this.attend(sessionId)
    return sessionId
  }

  async stop(): Promise<void> {
    await this.http.attend(this.sessionId)
    await this.http.stop()
  }

  say(content: string | readonly Raw[]): Promise<void> {
    this.#prompted = this.said.length
    return this.send(content)
  }

  async asked(toolName: string): Promise<Prompt> {
    const isIt = (each: Raw) => (each.request as Raw | undefined)?.tool_name === toolName
    const { at, message } = await this.next((each, index) => index >= this.#asked && isIt(each))
    this.#asked = at + 1
    const { input, permission_suggestions: suggestions = [] } = message.request as Raw
    return { id: String(message.request_id), toolName, input: input as Raw, suggestions: suggestions as Raw[] }
  }

  allow(prompt: Prompt, answer: Answer = {}): Promise<void> {
    return this.decide(prompt, { behavior: 'allow', updatedInput: prompt.input, ...answer })
  }

  allowAlways(prompt: Prompt): Promise<void> {
    return this.allow(prompt, { updatedPermissions: [{ ...prompt.suggestions[0], destination: 'session' }] })
  }

  answer(prompt: Prompt, answers: Readonly<Record<string, string>>): Promise<void> {
    return this.allow(prompt, { updatedInput: { ...prompt.input, answers } })
  }

  deny(prompt: Prompt, how: { message?: string; interrupt?: boolean } = {}): Promise<void> {
    return this.decide(prompt, { behavior: 'deny', message: 'No.', ...how })
  }

  async hears(words: string): Promise<void> {
    await this.next((each) => isSaid(each, 'assistant', words))
  }

  streamed(): string {
    const deltas = this.said
      .slice(this.#prompted)
      .map(({ event }) => (event as Raw | undefined)?.delta as Raw | undefined)
    return deltas.map((delta) => (delta?.type === 'text_delta' ? String(delta.text) : '')).join('')
  }

  async uuidOf(words: string): Promise<string> {
    const { message } = await this.next((each) => isSaid(each, 'user', words) && typeof each.uuid === 'string')
    return String(message.uuid)
  }

  /** The first message that is so, told already or to come. */
  protected next(isSo: (message: Raw, index: number) => boolean): Promise<{ at: number; message: Raw }> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.said.findIndex(isSo)
        if (at === -1) return
        this.#watchers.delete(look)
        resolve({ at, message: this.said[at] as Raw })
      }
      this.#watchers.add(look)
      look()
    })
  }

  protected take(message: Raw): void {
    this.said.push(message)
    for (const watcher of this.#watchers) watcher()
  }
}
