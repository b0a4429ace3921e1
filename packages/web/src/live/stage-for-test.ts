import type { SocketLike } from '@quarterdeck/client'
import type { LiveFrame, LiveRecord, LiveRequest } from '@quarterdeck/contract'
import type { Clock } from './clock.ts'
import { createLive, type Live, type LiveOptions } from './create-live.ts'
import type { OutgoingMessage } from './outgoing.ts'

type Words = LiveFrame extends infer F ? (F extends unknown ? Omit<F, 'frame'> : never) : never

/** Time that goes on when the test says so. */
export class StageClock implements Clock {
  #now = 0
  #timers: { at: number; call: () => void }[] = []
  #frames: (() => void)[] = []

  now(): number {
    return this.#now
  }

  random(): number {
    return 1
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  beforeNextFrame(call: () => void): () => void {
    this.#frames.push(call)
    return () => {
      this.#frames = this.#frames.filter((each) => each !== call)
    }
  }

  /** The page is drawn once. */
  draw(): void {
    const calls = this.#frames
    this.#frames = []
    for (const call of calls) call()
  }

  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settle()
      const next = this.#timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
      if (next === undefined) break
      this.#timers = this.#timers.filter((each) => each !== next)
      this.#now = next.at
      next.call()
    }
    this.#now = until
    await settle()
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The server's end of a socket. */
export class StageSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly heard: LiveRequest[] = []
  isClosed = false
  #frame = 0

  send(text: string): void {
    this.heard.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }

  say(...all: Words[]): void {
    for (const words of all) {
      this.#frame += 1
      this.onmessage?.({ data: JSON.stringify({ frame: this.#frame, ...words }) })
    }
  }

  welcome(): void {
    this.onopen?.()
    this.say({
      type: 'welcome',
      protocol: 1,
      version: '1',
      isDemo: false,
      allows: { bypass: false, config: false },
      beatMs: 1000,
    })
  }

  drop(): void {
    this.onclose?.({ code: 1006, reason: '' })
  }

  /** What was heard of a kind. */
  of<T extends LiveRequest['type']>(type: T): Extract<LiveRequest, { type: T }>[] {
    return this.heard.filter((request) => request.type === type) as Extract<LiveRequest, { type: T }>[]
  }
}

export class LiveStage {
  readonly clock = new StageClock()
  readonly kept = new Map<string, OutgoingMessage>()
  /** So many characters may be kept of a message. */
  room = 10_000
  /** What another page does. */
  removeElsewhere: (id: string) => void = () => undefined
  readonly sockets: StageSocket[] = []
  readonly live: Live
  readonly refused: number[] = []
  mayConnect: () => Error | null = () => null

  constructor(
    readOlder: LiveOptions['readOlder'] = async () => ({ items: [], before: null }),
    kept: readonly OutgoingMessage[] = [],
  ) {
    for (const message of kept) this.kept.set(message.id, message)
    this.live = createLive({
      outgoingStore: {
        adopt: (take) => take([...this.kept.values()]),
        put: (message) => {
          const fits = JSON.stringify(message).length <= this.room
          if (fits) this.kept.set(message.id, message)
          return fits
        },
        remove: (id) => this.kept.delete(id),
        onRemoved: (call) => {
          this.removeElsewhere = call
        },
      },
      clock: this.clock,
      page: 'test',
      readOlder,
      connect: async () => {
        const problem = this.mayConnect()
        if (problem !== null) throw problem
        const socket = new StageSocket()
        const index = this.sockets.push(socket)
        return { socket, onRefused: () => this.refused.push(index) }
      },
    })
  }

  get state() {
    return this.live.store.getState()
  }

  get socket(): StageSocket {
    return this.sockets.at(-1) as StageSocket
  }

  /** A connection that was welcomed. */
  async online(): Promise<StageSocket> {
    await settle()
    this.socket.welcome()
    this.clock.draw()
    return this.socket
  }
}

export const said = (seq: number, text: string): LiveRecord => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  from: 'cli',
  message: {
    type: 'assistant',
    uuid: `a${seq}`,
    message: { id: `m${seq}`, role: 'assistant', content: [{ type: 'text', text }] },
  },
})
export const raw = (uuid: string, text: string, parentUuid: string | null = null) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id: uuid, role: 'assistant', content: [{ type: 'text', text }] },
})
export const opened = (more: object = {}) =>
  ({ type: 'opened', sessionId: 's', epoch: 'e', after: 0, isAnew: true, hasOlder: false, ...more }) as const
export const caughtUp = (seq: number) => ({ type: 'caught_up', sessionId: 's', seq }) as const
export const records = (...all: LiveRecord[]) => ({ type: 'records', sessionId: 's', records: all }) as const
export const textsOf = (stage: LiveStage) =>
  stage.state.sessions.s?.rows.map((each) => ('text' in each ? each.text : each.kind))
