import type { LiveFrame, LiveRequest } from '@quarterdeck/contract'
import type { Clock } from './clock.ts'

/** As much of a WebSocket as is needed. */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
}

/** `waiting`: it broke a moment ago, and nobody needs to know yet. */
export type ConnectionState = 'connecting' | 'online' | 'waiting' | 'offline'

export interface ConnectionOptions {
  clock: Clock
  /** Opens a socket, with what lets this page in. `onRefused` hears when it never opened: what let it in may be out of date. */
  connect: () => Promise<{ socket: SocketLike; onRefused: () => void }>
  /** The first words on a new connection. */
  greet: () => LiveRequest
  onFrame: (frame: LiveFrame) => void
  /** The server has welcomed us: what was not done yet can be sent. */
  onOnline: () => void
  onState: (state: ConnectionState) => void
  /** There is not even a socket; what a browser does not tell of one, the server may have told by HTTP. */
  onProblem: (problem: unknown) => void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 8000
/** A break that is shorter than this is nobody's business. */
const PATIENCE_MS = 1500
/** So long may it take until the server has welcomed us. */
const WELCOME_MS = 10_000
const GRACE_MS = 2000

/** A client's one connection to `/api/live`: it comes back by itself, and notices when the other side is silent. */
export class Connection {
  readonly #options: ConnectionOptions
  #socket: SocketLike | null = null
  #state: ConnectionState = 'connecting'
  #isWelcome = false
  #retryMs = FIRST_RETRY_MS
  #heardAt = 0
  #beatMs = WELCOME_MS
  #attempt = 0
  #undoRetry: () => void = () => undefined
  #undoPatience: () => void = () => undefined
  #undoSilence: () => void = () => undefined
  #undoBeat: () => void = () => undefined
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#loseLater()
    void this.#connect()
  }

  get isWelcome(): boolean {
    return this.#isWelcome
  }

  /** False when it cannot be said now; nothing is kept. */
  say(request: LiveRequest): boolean {
    if (!this.#isWelcome || this.#socket === null) return false
    this.#socket.send(JSON.stringify(request))
    this.#beatLater()
    return true
  }

  /** The network is back, or the page is seen again: a moment to look at once. */
  wake(): void {
    if (this.#isClosed) return
    // Timers do not run while a machine sleeps, and a connection that was lost meanwhile is not closed by anyone.
    if (this.#isWelcome && this.#options.clock.now() - this.#heardAt > this.#beatMs + GRACE_MS) this.#lose()
    if (this.#isWelcome) return
    this.#retryMs = FIRST_RETRY_MS
    this.#undoRetry()
    if (this.#socket === null) void this.#connect()
  }

  /** The network seems to be gone, which nobody says of a socket: a new one shows it at once, and a server on this machine has it back before anybody sees. */
  doubt(): void {
    if (this.#isWelcome) this.#lose()
  }

  close(): void {
    this.#isClosed = true
    for (const undo of [this.#undoRetry, this.#undoPatience, this.#undoSilence, this.#undoBeat]) undo()
    this.#drop()
  }

  async #connect(): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    const isStale = () => this.#isClosed || attempt !== this.#attempt
    let opened: { socket: SocketLike; onRefused: () => void }
    try {
      opened = await this.#options.connect()
    } catch (problem) {
      if (isStale()) return
      this.#options.onProblem(problem)
      this.#retry()
      return
    }
    const { socket, onRefused } = opened
    if (isStale()) return socket.close()
    this.#socket = socket
    let wasOpen = false
    this.#heardAt = this.#options.clock.now()
    this.#expect()
    socket.onopen = () => {
      wasOpen = true
      socket.send(JSON.stringify(this.#options.greet()))
    }
    socket.onmessage = ({ data }) => {
      if (!isStale()) this.#hear(JSON.parse(String(data)) as LiveFrame)
    }
    socket.onclose = () => {
      if (!wasOpen) onRefused()
      if (!isStale()) this.#lose()
    }
  }

  #hear(frame: LiveFrame): void {
    this.#heardAt = this.#options.clock.now()
    if (frame.type === 'welcome') this.#welcome(frame.beatMs)
    this.#options.onFrame(frame)
    if (frame.type === 'welcome') this.#options.onOnline()
  }

  #welcome(beatMs: number): void {
    this.#isWelcome = true
    this.#beatMs = beatMs
    this.#retryMs = FIRST_RETRY_MS
    this.#undoPatience()
    this.#undoPatience = () => undefined
    this.#show('online')
    this.#expect()
    this.#beatLater()
  }

  /** Nothing heard for two beats: it is as good as gone, though nobody has said so. Looked at when that can be, and not at each word. */
  #expect(): void {
    const limitMs = this.#isWelcome ? 2 * this.#beatMs + GRACE_MS : WELCOME_MS
    const restMs = this.#heardAt + limitMs - this.#options.clock.now()
    this.#undoSilence()
    if (restMs <= 0) this.#lose()
    else this.#undoSilence = this.#options.clock.after(restMs, () => this.#expect())
  }

  #beatLater(): void {
    this.#undoBeat()
    this.#undoBeat = this.#options.clock.after(this.#beatMs, () => this.say({ type: 'beat' }))
  }

  #lose(): void {
    this.#drop()
    if (this.#state === 'online') this.#loseLater()
    this.#retry()
  }

  #loseLater(): void {
    if (this.#state === 'online') this.#show('waiting')
    this.#undoPatience = this.#options.clock.after(PATIENCE_MS, () => this.#show('offline'))
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#isWelcome = false
    this.#undoSilence()
    this.#undoBeat()
    if (socket === null) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close()
  }

  #retry(): void {
    const { clock } = this.#options
    const waitMs = this.#retryMs * (0.5 + clock.random() / 2)
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    this.#undoRetry()
    this.#undoRetry = clock.after(waitMs, () => void this.#connect())
  }

  #show(state: ConnectionState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
