import type { LiveRecord } from '@quarterdeck/contract'
import {
  fold,
  forgetDrafts,
  initialState,
  type Row,
  rows,
  type SessionEvent,
  type SessionState,
} from '@quarterdeck/transcript'
import { toLocalDay } from '../text/to-local-day.ts'
import { toLiveEvent, toOlderEvent } from './to-live-event.ts'

/** So many events are folded again between two frames. */
const SLICE = 2000
/** Below this nobody counts what is kept. */
const FEW = 1000

/** The messages of one session, and what they mean. Keeps its events: what came before may be loaded later. */
export class SessionFold {
  #events: SessionEvent[] = []
  #keptAt = FEW
  #state: SessionState = initialState
  #rows: readonly Row[]

  /** `rows` are those of the same session from before it began anew: they are called the same. */
  constructor(rows: readonly Row[] = []) {
    this.#rows = rows
  }

  get state(): SessionState {
    return this.#state
  }

  /** Rows that have not changed are the same objects as before. */
  get rows(): readonly Row[] {
    this.#rows = rows(this.#state, { toDay: toLocalDay, previous: this.#rows })
    return this.#rows
  }

  add(records: readonly LiveRecord[]): void {
    for (const record of records) {
      const event = toLiveEvent(record)
      this.#events.push(event)
      this.#state = fold(this.#state, event)
    }
    if (this.#events.length < 2 * this.#keptAt) return
    this.#events = forgetDrafts(this.#events)
    this.#keptAt = Math.max(FEW, this.#events.length)
  }

  /** The uuid of the oldest message that the server can find again. */
  findOldest(): string | undefined {
    for (const event of this.#events) {
      if (event.kind !== 'message' || event.from === 'host') continue
      const { message } = event
      if ((message.type === 'user' || message.type === 'assistant') && message.uuid !== undefined) return message.uuid
    }
    return undefined
  }

  /** Puts older messages in front. Folding all again takes a while: the page is drawn in between. */
  async prepend(messages: readonly Readonly<Record<string, unknown>>[], pause: () => Promise<void>): Promise<void> {
    const older = messages.map(toOlderEvent)
    let events: readonly SessionEvent[] | null = null
    let state = initialState
    let done = 0
    // Messages that come meanwhile are added to the end of the same list.
    this.#events = [...older, ...forgetDrafts(this.#events)]
    this.#keptAt = Math.max(FEW, this.#events.length)
    do {
      // So much came that the list was made anew, shorter: what was folded of the other one says nothing of where this one goes on.
      if (this.#events !== events) {
        events = this.#events
        state = initialState
        done = 0
      }
      for (const event of events.slice(done, done + SLICE)) state = fold(state, event)
      done += SLICE
      if (done < events.length) await pause()
    } while (this.#events !== events || done < events.length)
    this.#state = state
  }
}
