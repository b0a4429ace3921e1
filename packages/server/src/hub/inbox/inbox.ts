import type { InboxItem, SessionRow } from '@quarterdeck/contract'
import type { LiveSession } from '../live/live-session.ts'
import { type InboxOf, toEnd, toEndItem, toRequests } from './inbox-items.ts'
import type { ReadMarks } from './read-marks.ts'

export interface InboxOptions {
  marks: ReadMarks
  sessions: () => readonly LiveSession[]
  rowOf: (id: string) => SessionRow | null
  isWatched: (sessionId: string) => boolean
}

/** Everything that waits for a person, over all sessions. */
export class Inbox {
  readonly #options: InboxOptions
  readonly #listeners = new Set<(items: InboxItem[]) => void>()
  readonly #approvals = new WeakMap<LiveSession, unknown>()
  #telling: NodeJS.Immediate | null = null

  constructor(options: InboxOptions) {
    this.#options = options
  }

  /** What is asked first, the oldest first; then what has ended and nobody has seen. */
  list(): InboxItem[] {
    const { marks, sessions, rowOf } = this.#options
    const requests = sessions().flatMap((session) => {
      if (session.state.approvals.length === 0) return []
      const row = rowOf(session.sessionId)
      return row === null ? [] : toRequests(session.state, toOf(row))
    })
    const ends = marks.listUnread().flatMap(([sessionId, mark]) => {
      const row = rowOf(sessionId)
      return row === null || row.pending > 0 ? [] : [toEndItem(mark, toOf(row))]
    })
    return [...requests.sort(bySince), ...ends.sort(bySince)]
  }

  listen(listener: (items: InboxItem[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something was said in a session. What is asked of a person is told at once, and never beside how an older turn ended. */
  note(session: LiveSession): void {
    const { approvals, status } = session.state
    if (status === 'working' && session.kept.epoch !== '') this.setRead(session.sessionId, true)
    if (this.#approvals.get(session) === approvals) return
    this.#approvals.set(session, approvals)
    this.tellSoon()
  }

  /** How its last turn ended is noted; a person who watches has seen it. True where that is news. */
  noteEnd({ sessionId, state, kept, hasOwnTurn }: LiveSession): boolean {
    const { marks, isWatched } = this.#options
    const end = toEnd(state)
    // How a turn ended before our log began is no news of ours.
    if (kept.epoch === '' || (end !== null && !hasOwnTurn && state.process !== 'failed')) return false
    // Whoever has sent another prompt has seen how the last one ended.
    const isNews = end === null ? marks.set(sessionId, false) : marks.note(sessionId, end, isWatched(sessionId))
    if (isNews) this.tellSoon()
    return isNews
  }

  /** True where that changes something. */
  setRead(sessionId: string, isRead: boolean): boolean {
    const isNews = this.#options.marks.set(sessionId, !isRead)
    if (isNews) this.tellSoon()
    return isNews
  }

  tellSoon(): void {
    if (this.#listeners.size === 0) return
    this.#telling ??= setImmediate(() => {
      this.#telling = null
      const items = this.list()
      for (const listener of this.#listeners) listener(items)
    })
  }

  close(): void {
    if (this.#telling !== null) clearImmediate(this.#telling)
    this.#listeners.clear()
  }
}

function toOf({ sessionId, title, projectPath }: SessionRow): InboxOf {
  return { sessionId, title, projectPath }
}

function bySince(one: InboxItem, other: InboxItem): number {
  return one.since === other.since ? 0 : one.since < other.since ? -1 : 1
}
