import type { LiveRequest, OpenSession } from '@quarterdeck/contract'
import type { SessionPicture } from './live-state.ts'
import { OpenedSession } from './opened-session.ts'

/** As many messages as a page shows at first; more are loaded when somebody looks for them. */
const TAIL = 200

interface Options {
  /** False when there is no connection: the next greeting tells the server. */
  say: (request: LiveRequest) => boolean
}

/** The sessions that parts of the page show, each opened once however many parts want it. */
export class OpenedSessions {
  readonly #options: Options
  readonly #entries = new Map<string, { session: OpenedSession; users: number }>()

  constructor(options: Options) {
    this.#options = options
  }

  find(sessionId: string): OpenedSession | undefined {
    return this.#entries.get(sessionId)?.session
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#entries.keys())
  }

  /** True where it was not open before. */
  open(sessionId: string): boolean {
    const known = this.#entries.get(sessionId)
    if (known !== undefined) {
      known.users += 1
      return false
    }
    const session = new OpenedSession(sessionId, TAIL)
    this.#entries.set(sessionId, { session, users: 1 })
    this.#options.say({ type: 'open', ...session.toRequest() })
    return true
  }

  /** True where nobody needs it any more, and it is closed. */
  close(sessionId: string): boolean {
    const entry = this.#entries.get(sessionId)
    if (entry === undefined) return false
    entry.users -= 1
    if (entry.users > 0) return false
    this.#entries.delete(sessionId)
    this.#options.say({ type: 'close', sessionId })
    return true
  }

  /** How all of them are asked for on a new connection. */
  toRequests(): OpenSession[] {
    return [...this.#entries.values()].map(({ session }) => session.toRequest())
  }

  /** Tells the server what was opened and closed since it was greeted, which could not be said before its welcome. */
  catchUp(greeted: ReadonlySet<string>): void {
    for (const [sessionId, { session }] of this.#entries)
      if (!greeted.has(sessionId)) this.#options.say({ type: 'open', ...session.toRequest() })
    for (const sessionId of greeted) if (!this.#entries.has(sessionId)) this.#options.say({ type: 'close', sessionId })
  }

  /** New pictures of those that have changed since the last call. */
  takePictures(): [sessionId: string, picture: SessionPicture][] {
    return [...this.#entries.values()].flatMap(({ session }): [string, SessionPicture][] => {
      const picture = session.takeView()
      return picture === null ? [] : [[session.sessionId, picture]]
    })
  }
}
