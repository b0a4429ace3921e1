import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketLike } from '@quarterdeck/client'
import { rows, type SessionState, type Row as TranscriptRow, toOverview } from '@quarterdeck/transcript'
import type { Clock } from '../packages/web/src/live/clock.ts'
import { createLive, type Live } from '../packages/web/src/live/create-live.ts'
import type { SessionPicture } from '../packages/web/src/live/live-state.ts'

/** A break is over sooner than for people: it is what comes before and after it that matters. */
const HASTE = 25
const SHORT_MS = 5000
const LIMIT_MS = 60_000

const clock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms < SHORT_MS ? ms / HASTE : ms)
    return () => clearTimeout(timer)
  },
  beforeNextFrame(call) {
    const timer = setImmediate(call)
    return () => clearImmediate(timer)
  },
  random: Math.random,
}

/** The page's own end of the live connection, without a page: with a plug that can be pulled. */
export class PageClient {
  readonly live: Live
  readonly #server: () => { url: string; token: string }
  #pull: (() => void) | null = null
  #frames = 0
  #dropAt = Number.POSITIVE_INFINITY
  drops = 0
  /** What another server would have said in the place of a frame. */
  alter: (text: string) => string[] = (text) => [text]

  constructor(server: () => { url: string; token: string }) {
    this.#server = server
    this.live = createLive({
      clock,
      page: 'faults',
      connect: async () => this.#connect(),
      readOlder: async () => ({ items: [], before: null }),
      outgoingStore: { adopt: () => undefined, put: () => true, remove: () => undefined, onRemoved: () => undefined },
    })
  }

  /** Pulls the plug when so many more frames have come: what is on its way then is lost. */
  dropAfter(frames: number): void {
    this.#dropAt = this.#frames + frames
  }

  drop(): void {
    this.#dropAt = Number.POSITIVE_INFINITY
    const pull = this.#pull
    this.#pull = null
    if (pull === null) return
    this.drops += 1
    pull()
  }

  session(sessionId: string): SessionPicture | undefined {
    return this.live.store.getState().sessions[sessionId]
  }

  async until(isSo: () => boolean): Promise<boolean> {
    for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await sleep(2)) if (isSo()) return true
    return false
  }

  close(): void {
    this.live.close()
  }

  #connect() {
    const { url, token } = this.#server()
    const options = { headers: { authorization: `Bearer ${token}` } } as unknown as string[]
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, options)
    const like: SocketLike = {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    socket.onopen = () => like.onopen?.()
    socket.onclose = ({ code, reason }) => like.onclose?.({ code, reason })
    socket.onmessage = ({ data }) => {
      this.#frames += 1
      for (const text of this.alter(String(data))) like.onmessage?.({ data: text })
      if (this.#frames >= this.#dropAt) this.drop()
    }
    this.#pull = () => {
      socket.onmessage = null
      socket.onclose = null
      socket.close()
      like.onclose?.({ code: 1006, reason: '' })
    }
    return { socket: like, onRefused: () => undefined }
  }
}

/** All that is seen of a session, to be compared. */
export function toPicture(state: SessionState): string {
  const { seq: _, ...overview } = toOverview(state)
  return JSON.stringify({ rows: rows(state) satisfies readonly TranscriptRow[], ...overview })
}
