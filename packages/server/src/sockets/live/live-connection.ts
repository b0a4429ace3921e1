import {
  type Allowance,
  LIVE_PROTOCOL,
  type LiveRequest,
  MAX_OPEN_SESSIONS,
  type OpenSession,
} from '@quarterdeck/contract'
import type { Descriptions } from '../../feed/describe-record.ts'
import type { Feeds } from '../../feed/feeds.ts'
import type { Execute } from '../../hub/commands/execute.ts'
import { toServerError } from '../../server-error.ts'
import { CLOSE } from '../close-reasons.ts'
import type { Peer } from '../peer.ts'
import { ListStream } from './list-stream.ts'
import type { LiveHub } from './live-hub.ts'
import { Outbox } from './outbox.ts'
import { readLiveRequest } from './read-live-request.ts'
import { SessionStream } from './session-stream.ts'
import { type LiveWords, toFields } from './to-fields.ts'

const HELLO_MS = 10_000
/** So many commands may wait for their receipt; what comes then waits in the system. */
const MAX_WAITING = 64

export interface LiveOptions {
  feeds: Feeds
  hub: LiveHub
  descriptions: Descriptions
  execute: Execute
  version: string
  isDemo: boolean
  allows: Allowance
  beatMs: number
  /** The page of this connection is seen by a person, or no more. */
  onVisible: (isVisible: boolean) => void
}

/** One page: many sessions and the list over one socket. It is told what is next when it has read enough of the last. */
export class LiveConnection {
  readonly #peer: Peer
  readonly #options: LiveOptions
  readonly #outbox: Outbox
  readonly #sessions = new Map<string, SessionStream>()
  /** Sessions that may have something to tell, whose turn comes first in front. */
  readonly #ready = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  #list: ListStream | null = null
  #isVisible = false
  #isPumping = false
  #waiting = 0

  constructor(peer: Peer, options: LiveOptions) {
    this.#peer = peer
    this.#options = options
    this.#outbox = new Outbox(peer, () => this.#pumpSoon())
    this.#timers = [
      setTimeout(() => this.#list === null && peer.close(CLOSE.silent), HELLO_MS),
      setInterval(() => this.#beat(), options.beatMs),
    ]
    peer.onText((text) => this.#hear(text))
    peer.onClose(() => this.#end())
  }

  #hear(text: string): void {
    const said = readLiveRequest(text)
    if (said.kind === 'other_protocol') this.#askToReload(said.protocol)
    else if (said.kind === 'wrong') this.#sayWrong(said.message, said.commandId)
    else if (this.#list === null && said.request.type !== 'hello') this.#sayWrong("Say 'hello' first.")
    else this.#do(said.request)
  }

  #do(request: LiveRequest): void {
    switch (request.type) {
      case 'hello':
        this.#welcome(request)
        break
      case 'open': {
        const { type: _, ...wanted } = request
        this.#open(wanted)
        break
      }
      case 'close':
        this.#close(request.sessionId)
        break
      case 'ack':
        if (!this.#outbox.ack(request.frame)) this.#sayWrong(`Frame ${request.frame} was never sent.`)
        break
      case 'visible':
        this.#setVisible(request.isVisible)
        break
      case 'command':
        void this.#command(request)
        break
      case 'beat':
        break
    }
  }

  #welcome({ isVisible, sessions }: Extract<LiveRequest, { type: 'hello' }>): void {
    if (this.#list !== null) {
      this.#sayWrong("'hello' is said once.")
      return
    }
    const { hub, version, isDemo, allows, beatMs } = this.#options
    this.#say({ type: 'welcome', protocol: LIVE_PROTOCOL, version, isDemo, allows, beatMs })
    this.#list = new ListStream(hub, () => this.#pumpSoon())
    this.#setVisible(isVisible)
    for (const wanted of sessions) this.#open(wanted)
    this.#pumpSoon()
  }

  #askToReload(protocol: unknown): void {
    const { version } = this.#options
    const message = `The page speaks version ${String(protocol)}, and this server ${LIVE_PROTOCOL}. Load it again.`
    this.#say({ type: 'reload', protocol: LIVE_PROTOCOL, version, message })
    this.#peer.close(CLOSE.reload)
  }

  #open({ sessionId, ...start }: OpenSession): void {
    const { feeds, hub, descriptions } = this.#options
    if (!this.#sessions.has(sessionId) && this.#sessions.size >= MAX_OPEN_SESSIONS) {
      const message = `${MAX_OPEN_SESSIONS} sessions are open on this connection. Close one first.`
      this.#say({ type: 'error', sessionId, error: { code: 'too_many_requests', message } })
      return
    }
    this.#close(sessionId)
    const onReady = () => {
      this.#ready.add(sessionId)
      this.#pumpSoon()
    }
    const stream = new SessionStream({ feeds, hub, descriptions, sessionId, start, onReady })
    stream.setWatched(this.#isVisible)
    this.#sessions.set(sessionId, stream)
  }

  #close(sessionId: string): void {
    this.#sessions.get(sessionId)?.close()
    this.#sessions.delete(sessionId)
  }

  #setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    for (const stream of this.#sessions.values()) stream.setWatched(isVisible)
    this.#options.onVisible(isVisible)
  }

  async #command({ commandId, command }: Extract<LiveRequest, { type: 'command' }>): Promise<void> {
    this.#count(1)
    try {
      const result = await this.#options.execute(command, { caller: this.#peer.caller, commandId })
      this.#sayBehindRecords({ type: 'receipt', commandId, ok: true, result: result ?? {} })
    } catch (error) {
      const { code, message, details } = toServerError(error as Error)
      this.#sayBehindRecords({ type: 'receipt', commandId, ok: false, error: { code, message, ...details } })
    }
    this.#count(-1)
  }

  #count(change: number): void {
    this.#waiting += change
    if (this.#waiting >= MAX_WAITING) this.#peer.setListening(false)
    else if (change < 0 && this.#waiting === MAX_WAITING - 1) this.#peer.setListening(true)
  }

  #beat(): void {
    // Who has not greeted was not welcomed either.
    if (this.#list === null) return
    if (!this.#outbox.takeSent() && this.#outbox.hasRoom) this.#say({ type: 'beat' })
  }

  /** Whoever has sent a command is not left waiting for its receipt. */
  #sayWrong(message: string, commandId?: string): void {
    const error = { code: 'bad_request' as const, message }
    this.#say(commandId === undefined ? { type: 'error', error } : { type: 'receipt', commandId, ok: false, error })
  }

  #say(words: LiveWords): void {
    this.#outbox.send(toFields(words))
  }

  /** What a command has done is told before its receipt, as far as there is room. */
  #sayBehindRecords(words: LiveWords): void {
    this.#peer.inOneGo(() => {
      this.#pump()
      this.#say(words)
    })
  }

  /** What comes in one round of the loop goes out in one: the more there is to do, the less often. */
  #pumpSoon(): void {
    if (this.#isPumping || this.#list === null) return
    this.#isPumping = true
    setImmediate(() => {
      this.#isPumping = false
      this.#peer.inOneGo(() => this.#pump())
    })
  }

  #pump(): void {
    while (this.#outbox.hasRoom) {
      const fields = this.#list?.next() ?? this.#nextOfSessions()
      if (fields === null) return
      this.#outbox.send(fields)
    }
  }

  /** Each session in its turn: one that says much does not keep the others waiting. */
  #nextOfSessions(): string | null {
    for (const sessionId of this.#ready) {
      this.#ready.delete(sessionId)
      const stream = this.#sessions.get(sessionId)
      const fields = stream?.next() ?? null
      if (fields === null) continue
      if (stream?.hasFailed) this.#close(sessionId)
      else this.#ready.add(sessionId)
      return fields
    }
    return null
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const sessionId of [...this.#sessions.keys()]) this.#close(sessionId)
    this.#list?.close()
    this.#options.onVisible(false)
  }
}
