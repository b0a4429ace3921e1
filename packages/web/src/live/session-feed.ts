import type { LiveFrame, LiveRecord, OpenSession } from '@quarterdeck/contract'
import type { LogRecord } from '@quarterdeck/protocol/pure'
import {
  fold,
  forgetDrafts,
  initialState,
  type Overview,
  type Row,
  rows,
  type SessionEvent,
  type SessionState,
  toEvent,
  toMessage,
  toOverview,
} from '@quarterdeck/transcript'

/** So many of the newest messages are read at first; older ones when somebody scrolls to them. */
const TAIL = 200

/** A session as the page knows it. */
export interface SessionPicture {
  state: SessionState
  rows: readonly Row[]
  /** What stands beside the conversation: the server knows the whole of it, the page the newest. */
  overview: Overview
  /** Everything that happened before has arrived. */
  isCaughtUp: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  /** Something is wrong that no message can tell. */
  problem: string | null
  /** It cannot be shown at all, and why. */
  error: { code: string; message: string } | null
}

export type SessionFrame = Extract<LiveFrame, { sessionId: string }> | (LiveFrame & { type: 'error' })

export const emptyPicture: SessionPicture = {
  state: initialState,
  rows: [],
  overview: toOverview(initialState),
  isCaughtUp: false,
  hasOlder: false,
  isLoadingOlder: false,
  problem: null,
  error: null,
}

/** Folds what is told of one session. What comes between two pictures is folded together. */
export class SessionFeed {
  readonly sessionId: string
  #events: SessionEvent[] = []
  #older: SessionEvent[] = []
  #unfolded: SessionEvent[] = []
  #epoch: string | undefined
  #after = 0
  #facts: Record<string, unknown> = {}
  #everything = false
  #picture = emptyPicture

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  get picture(): SessionPicture {
    return this.#picture
  }

  /** Where to go on after a lost connection. */
  get cursor(): OpenSession {
    const cursor = this.#epoch === undefined ? {} : { epoch: this.#epoch, after: this.#after }
    return { sessionId: this.sessionId, tail: TAIL, ...cursor }
  }

  hear(frame: SessionFrame): void {
    switch (frame.type) {
      case 'opened':
        this.#epoch = frame.epoch
        this.#after = frame.after
        if (frame.isAnew) this.#beginAnew(frame.hasOlder)
        break
      case 'records':
        for (const record of frame.records) this.#add(record)
        break
      case 'caught_up':
        this.#after = Math.max(this.#after, frame.seq)
        this.#change({ isCaughtUp: true, error: null })
        break
      case 'facts':
        this.#facts = { ...this.#facts, ...frame.facts }
        break
      case 'problem':
        this.#change({ problem: frame.message })
        break
      case 'error':
        this.#change({ error: frame.error, isCaughtUp: true })
        break
      default:
    }
  }

  /** The next picture, with all that was heard since the last. */
  draw(): SessionPicture {
    const state = this.#unfolded.reduce(fold, this.#picture.state)
    this.#unfolded = []
    const shown = rows(state, { previous: this.#picture.rows, everything: this.#everything })
    this.#change({ state, rows: shown, overview: toWholeOverview(state, this.#facts) })
    return this.#picture
  }

  /** The message before which older ones are to be asked for. */
  get oldest(): string | null {
    for (const event of [...this.#older, ...this.#events]) {
      const uuid = event.kind === 'message' ? (event.message as { uuid?: string }).uuid : undefined
      if (uuid !== undefined) return uuid
    }
    return null
  }

  setLoadingOlder(isLoadingOlder: boolean): void {
    this.#change({ isLoadingOlder })
  }

  /** Older messages, as the CLI wrote them: everything is folded anew, and rows that were shown stay the same. */
  prepend(messages: readonly Record<string, unknown>[], hasOlder: boolean): void {
    this.draw()
    const told = messages.map((raw): SessionEvent => ({ kind: 'message', message: toMessage(raw) }))
    this.#older = [...told, ...this.#older]
    this.#events = forgetDrafts(this.#events)
    const state = [...this.#older, ...this.#events].reduce(fold, initialState)
    const shown = rows(state, { everything: this.#everything })
    this.#change({ state, rows: shown, hasOlder, isLoadingOlder: false, overview: toWholeOverview(state, this.#facts) })
  }

  /** With what is otherwise left out of the view, or without. */
  showEverything(everything: boolean): void {
    this.#everything = everything
    this.draw()
  }

  #beginAnew(hasOlder: boolean): void {
    this.#events = []
    this.#older = []
    this.#unfolded = []
    this.#facts = {}
    // The old picture stays until the new one is there: nothing flickers.
    this.#change({ state: initialState, hasOlder, error: null })
  }

  #add(record: LiveRecord): void {
    const event = toSessionEvent(record)
    this.#after = record.seq
    this.#events.push(event)
    this.#unfolded.push(event)
  }

  #change(part: Partial<SessionPicture>): void {
    this.#picture = { ...this.#picture, ...part }
  }
}

/** The server has looked at the message, and says what of it does not fit. */
function toSessionEvent({ inputHash, faults, isUnread, ...record }: LiveRecord): SessionEvent {
  const isReadable = record.from !== 'keeper' && !isUnread
  const message = isReadable ? toMessage(record.message as Record<string, unknown>, faults) : null
  return toEvent(record as LogRecord, message, inputHash)
}

/** What only the whole session tells: the page has seen its end. */
const OF_THE_WHOLE = [
  'about',
  'todos',
  'plan',
  'tasks',
  'usage',
  'context',
  'turnCount',
  'files',
  'fileCount',
  'title',
] as const

function toWholeOverview(state: SessionState, facts: Record<string, unknown>): Overview {
  const seen = toOverview(state)
  const whole = OF_THE_WHOLE.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]))
  return { ...seen, ...Object.fromEntries(whole) }
}
