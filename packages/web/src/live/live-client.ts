import {
  LIVE_PROTOCOL,
  type LiveFrame,
  type LiveRequest,
  type OpenSession,
  REVOKED_CLOSE_CODE,
  type SessionCommand,
} from '@quarterdeck/contract'
import { Outbox } from './outbox.ts'
import type { LiveEnvironment, Socket } from './socket.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 8000
/** A connection that comes back at once is not worth a word. */
const SAY_OFFLINE_MS = 1500
/** So often may a beat be missed. */
const MISSED_BEATS = 2.5
const DEFAULT_BEAT_MS = 15_000

export type Connection = 'connecting' | 'online' | 'offline' | 'reload'

export interface LiveListener {
  onFrame(frame: LiveFrame): void
  onConnection(connection: Connection): void
  /** Where each open session is to go on. */
  toCursors(): OpenSession[]
}

/** One socket for the whole page. It comes back by itself, goes on where it was, and sends every command until it has a receipt. */
export class LiveClient {
  readonly #environment: LiveEnvironment
  readonly #listener: LiveListener
  readonly #outbox = new Outbox((request) => this.#send(request))
  #socket: Socket | null = null
  #isOnline = false
  #isEnded = false
  #retryMs = FIRST_RETRY_MS
  #acknowledged = 0
  #read = 0
  #isAckDue = false
  #beatMs = DEFAULT_BEAT_MS
  #stopWatching: () => void = () => undefined
  #stopSaying: () => void = () => undefined
  #stopRetrying: () => void = () => undefined

  constructor(environment: LiveEnvironment, listener: LiveListener) {
    this.#environment = environment
    this.#listener = listener
  }

  start(): void {
    this.#isEnded = false
    this.#sayOfflineSoon()
    void this.#connect()
  }

  end(): void {
    this.#isEnded = true
    this.#stopWatching()
    this.#stopSaying()
    this.#stopRetrying()
    this.#socket?.close()
    this.#socket = null
  }

  open(session: OpenSession): void {
    this.#say({ type: 'open', ...session })
  }

  close(sessionId: string): void {
    this.#say({ type: 'close', sessionId })
  }

  setVisible(isVisible: boolean): void {
    this.#say({ type: 'visible', isVisible })
    // A phone that wakes up does not wait for the next try.
    if (isVisible && this.#socket === null && !this.#isEnded) this.#retryNow()
  }

  /** Resolves with what the server answers. What cannot be sent now is sent when the connection is back, once. */
  command(command: SessionCommand): Promise<unknown> {
    return this.#outbox.add(command, this.#isOnline)
  }

  async #connect(): Promise<void> {
    this.#stopRetrying()
    let socket: Socket
    try {
      socket = await this.#environment.openSocket()
    } catch {
      this.#retry()
      return
    }
    if (this.#isEnded) return socket.close()
    this.#socket = socket
    let wasOpen = false
    socket.onopen = () => {
      wasOpen = true
      this.#acknowledged = 0
      this.#read = 0
      const isVisible = this.#environment.isVisible()
      this.#send({ type: 'hello', protocol: LIVE_PROTOCOL, page: '1', isVisible, sessions: this.#listener.toCursors() })
      this.#watch()
    }
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as LiveFrame)
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      if (!wasOpen) this.#environment.onRefused()
      if (code === REVOKED_CLOSE_CODE) {
        this.#isEnded = true
        this.#environment.onRevoked()
      }
      this.#lose()
    }
  }

  #lose(): void {
    this.#socket = null
    this.#isOnline = false
    this.#stopWatching()
    if (!this.#isEnded) this.#retry()
  }

  #hear(frame: LiveFrame): void {
    this.#read = frame.frame
    this.#ackSoon()
    switch (frame.type) {
      case 'welcome':
        this.#beatMs = frame.beatMs
        this.#retryMs = FIRST_RETRY_MS
        this.#isOnline = true
        this.#stopSaying()
        this.#listener.onConnection('online')
        this.#outbox.sendAll()
        break
      case 'reload':
        this.#isEnded = true
        this.#stopSaying()
        this.#listener.onConnection('reload')
        break
      case 'receipt':
        this.#outbox.settle(frame)
        break
      default:
    }
    this.#watch()
    this.#listener.onFrame(frame)
  }

  /** Everything up to here was read: there is room for more. */
  #ackSoon(): void {
    if (this.#isAckDue) return
    this.#isAckDue = true
    this.#environment.schedule(() => {
      this.#isAckDue = false
      if (this.#read === this.#acknowledged || this.#socket === null) return
      this.#acknowledged = this.#read
      this.#send({ type: 'ack', frame: this.#read })
    })
  }

  /** A connection may be dead without a word: then nothing more is heard on it, not even that it was closed. */
  #watch(): void {
    this.#stopWatching()
    const socket = this.#socket
    this.#stopWatching = this.#environment.setTimeout(() => {
      if (socket === null || socket !== this.#socket) return
      this.#lose()
      socket.close()
    }, this.#beatMs * MISSED_BEATS)
  }

  #retry(): void {
    this.#sayOfflineSoon()
    const wait = this.#retryMs * (0.5 + this.#environment.random() / 2)
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    this.#stopRetrying = this.#environment.setTimeout(() => void this.#connect(), wait)
  }

  #retryNow(): void {
    this.#stopRetrying()
    this.#retryMs = FIRST_RETRY_MS
    void this.#connect()
  }

  #sayOfflineSoon(): void {
    this.#stopSaying()
    this.#listener.onConnection('connecting')
    this.#stopSaying = this.#environment.setTimeout(() => this.#listener.onConnection('offline'), SAY_OFFLINE_MS)
  }

  /** What is only about this connection, and is said anew with the next `hello`. */
  #say(request: LiveRequest): void {
    if (this.#isOnline) this.#send(request)
  }

  #send(request: LiveRequest): void {
    this.#socket?.send(JSON.stringify(request))
  }
}
