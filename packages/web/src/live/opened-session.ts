import type { LiveFrame, OpenSession } from '@quarterdeck/contract'
import { nothingYet, type SessionPicture } from './live-state.ts'
import { SessionFold } from './session-fold.ts'

type OfSession = Extract<LiveFrame, { sessionId: string }> | Extract<LiveFrame, { type: 'error' }>

/** A session that some part of the page shows. It has a place in the session's messages, from which it goes on after a break. */
export class OpenedSession {
  readonly sessionId: string
  readonly #tail: number
  #epoch: string | undefined
  #seq = 0
  #fold = new SessionFold()
  #view: SessionPicture = nothingYet
  /** It is being told what it missed: until it has all, what it showed last stays. */
  #isCatchingUp = true
  #isChanged = false
  /** The oldest message that was there before it began anew. */
  #lost: string | undefined

  constructor(sessionId: string, tail: number) {
    this.sessionId = sessionId
    this.#tail = tail
  }

  /** How it is asked for on a new connection. */
  toRequest(): OpenSession {
    const { sessionId } = this
    const cursor = this.#epoch === undefined ? {} : { epoch: this.#epoch, after: this.#seq }
    return { sessionId, tail: this.#tail, ...cursor }
  }

  get fold(): SessionFold {
    return this.#fold
  }

  take(frame: OfSession): void {
    switch (frame.type) {
      case 'opened':
        this.#isCatchingUp = true
        this.#epoch = frame.epoch
        this.change({ error: null })
        if (frame.isAnew) this.#beginAnew(frame.after, frame.hasOlder)
        break
      case 'records':
        this.#fold.add(frame.records)
        this.#seq = Math.max(this.#seq, frame.records.at(-1)?.seq ?? 0)
        this.#isChanged = true
        break
      case 'caught_up':
        this.#isCatchingUp = this.#lost !== undefined
        this.#seq = Math.max(this.#seq, frame.seq)
        this.change({ isCaughtUp: true })
        break
      case 'facts':
        this.change({ facts: { ...this.#view.facts, ...frame.facts } })
        break
      case 'problem':
        this.change({ problem: frame.message })
        break
      case 'error':
        this.change({ error: frame.error, isCaughtUp: true })
        break
      case 'gap':
        // What counts of it stands in what follows.
        break
    }
  }

  /** The message up to which it is to be read again, before any of it is shown. */
  get lost(): string | undefined {
    return this.#lost
  }

  /** All is there that was there before, or cannot be had. */
  showAnew(): void {
    this.#lost = undefined
    this.#isCatchingUp = false
    this.#isChanged = true
  }

  change(part: Partial<SessionPicture>): void {
    this.#view = { ...this.#view, ...part }
    this.#isChanged = true
  }

  /** As it can be drawn now; null when that has not changed. */
  takeView(): SessionPicture | null {
    if (!this.#isChanged) return null
    this.#isChanged = false
    if (this.#isCatchingUp) return this.#view
    const { state, rows } = this.#fold
    this.#view = { ...this.#view, state, rows }
    return this.#view
  }

  #beginAnew(after: number, hasOlder: boolean): void {
    const oldest = this.#lost ?? this.#fold.findOldest()
    this.#lost = hasOlder ? oldest : undefined
    this.#fold = new SessionFold(this.#view.rows)
    this.#seq = after
    this.change({ hasOlder })
  }
}
