import type { InboxItem } from '@quarterdeck/contract'
import type { TestServer } from '@quarterdeck/testkit'
import { type Answer, type Door, type Prompt, type Raw, Refused } from './door.ts'

const SESSIONS = '/api/claude/sessions'
/** Between one look and the next. */
const LOOK_MS = 25

/** By requests alone: what happens is asked for. */
export class HttpDoor implements Door {
  readonly transport = 'HTTP'
  sessionId = ''
  readonly #server: TestServer
  readonly #answered = new Set<string>()

  constructor(server: TestServer) {
    this.#server = server
  }

  async call(method: string, path: string, body?: unknown): Promise<Raw> {
    const answer = await fetch(this.#server.url + path, {
      method,
      headers: { authorization: `Bearer ${this.#server.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const said = (await answer.json()) as Raw
    if (answer.ok) return said
    const { code, message } = said.error as { code: string; message: string }
    throw new Refused(code, message)
  }

  async start(options: Raw): Promise<string> {
    const { sessionId } = await this.call('POST', SESSIONS, options)
    this.sessionId = String(sessionId)
    return this.sessionId
  }

  async attend(sessionId: string): Promise<void> {
    this.sessionId = sessionId
  }

  async say(content: string | readonly Raw[]): Promise<void> {
    await this.#post('messages', { content })
  }

  async asked(toolName: string): Promise<Prompt> {
    const found = await this.#until(async () => {
      const { items } = (await this.call('GET', '/api/inbox')) as unknown as { items: InboxItem[] }
      return items.find(
        ({ sessionId, requestId, toolName: tool }) =>
          sessionId === this.sessionId && tool === toolName && !this.#answered.has(requestId ?? ''),
      )
    })
    const { requestId = '', input, suggestions = [] } = found
    return { id: requestId, toolName, input: input as Raw, suggestions: suggestions as Raw[] }
  }

  allow(prompt: Prompt, answer: Answer = {}): Promise<void> {
    return this.#decide(prompt, { behavior: 'allow', ...answer })
  }

  allowAlways(prompt: Prompt): Promise<void> {
    return this.allow(prompt, { updatedPermissions: [{ ...prompt.suggestions[0], destination: 'session' }] })
  }

  answer(prompt: Prompt, answers: Readonly<Record<string, string>>): Promise<void> {
    return this.allow(prompt, { updatedInput: { ...prompt.input, answers } })
  }

  deny(prompt: Prompt, how: { message?: string; interrupt?: boolean } = {}): Promise<void> {
    return this.#decide(prompt, { behavior: 'deny', ...how })
  }

  async hears(words: string): Promise<void> {
    await this.#until(
      async () => (await this.#messages()).some((line) => isSaid(line, 'assistant', words)) || undefined,
    )
  }

  streamed(): string {
    throw new Error('HTTP gives messages when they are complete.')
  }

  async interrupt(): Promise<void> {
    await this.#post('interrupt', {})
  }

  control(request: Raw): Promise<Raw> {
    return this.#post('control', request)
  }

  async stop(): Promise<void> {
    await this.call('DELETE', `${SESSIONS}/${this.sessionId}`)
  }

  async uuidOf(words: string): Promise<string> {
    const line = await this.#until(async () => (await this.#messages()).find((each) => isSaid(each, 'user', words)))
    return String(line.uuid)
  }

  /** Waits until nothing is at work. */
  async rested(): Promise<void> {
    await this.#until(async () => {
      const { status } = await this.call('GET', `${SESSIONS}/${this.sessionId}`)
      return ['idle', 'error', 'disconnected'].includes(String(status)) || undefined
    })
  }

  close(): void {
    // Nothing is open.
  }

  #post(what: string, body: unknown): Promise<Raw> {
    return this.call('POST', `${SESSIONS}/${this.sessionId}/${what}`, body)
  }

  async #decide({ id }: Prompt, decision: Raw): Promise<void> {
    await this.#post('permission', { request_id: id, ...decision })
    this.#answered.add(id)
  }

  async #messages(): Promise<Raw[]> {
    return (await this.call('GET', `${SESSIONS}/${this.sessionId}/messages?limit=100`)).items as Raw[]
  }

  async #until<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
}

export function isSaid(line: Raw, type: string, words: string): boolean {
  return line.type === type && JSON.stringify(line.message).includes(JSON.stringify(words).slice(1, -1))
}
