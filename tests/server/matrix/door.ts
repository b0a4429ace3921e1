export type Transport = 'HTTP' | 'subscribe' | 'live' | 'bridge'

export type Raw = Readonly<Record<string, unknown>>

/** Something the CLI asks, as a client knows it. */
export interface Prompt {
  /** By which this transport answers it. */
  id: string
  toolName: string
  input: Raw
  suggestions: readonly Raw[]
}

export interface Answer {
  updatedInput?: Raw
  updatedPermissions?: readonly Raw[]
}

/** What could not be done, and why. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One way to command sessions, with all that it can do. What a transport does not have throws: the table says so. */
export interface Door {
  readonly transport: Transport
  /** The session that the rest is about. */
  sessionId: string
  start(options: Raw): Promise<string>
  /** Looks at a session that is there. */
  attend(sessionId: string): Promise<void>
  say(content: string | readonly Raw[]): Promise<void>
  /** The next prompt. */
  asked(toolName: string): Promise<Prompt>
  allow(prompt: Prompt, answer?: Answer): Promise<void>
  /** For the rest of the session. */
  allowAlways(prompt: Prompt): Promise<void>
  /** The answer to a question, by question. */
  answer(prompt: Prompt, answers: Readonly<Record<string, string>>): Promise<void>
  deny(prompt: Prompt, how?: { message?: string; interrupt?: boolean }): Promise<void>
  /** Waits until Claude has said these words, as this transport tells it. */
  hears(words: string): Promise<void>
  /** The text as it came in pieces since the last prompt. */
  streamed(): string
  interrupt(): Promise<void>
  control(request: Raw): Promise<Raw>
  stop(): Promise<void>
  /** The uuid of the prompt that holds these words. */
  uuidOf(words: string): Promise<string>
  close(): void
}
