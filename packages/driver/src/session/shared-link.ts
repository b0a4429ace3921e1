import type { LogRecord } from '@quarterdeck/protocol/pure'
import { DeltaTracker } from '../log/delta-tracker.ts'
import type { GivenCommand, LinkEvent, Receipt, SessionLink } from '../session-link.ts'

type Told = Extract<LinkEvent, { kind: 'record' | 'gap' }>

/** Lets many follow a link that is one cursor. It keeps what it has heard, but for pieces of messages that are complete. */
export class SharedLink implements SessionLink {
  readonly closed: Promise<'ended' | 'broken'>
  readonly #link: SessionLink
  readonly #told = new Map<number, Told>()
  readonly #tracker = new DeltaTracker()
  readonly #listeners = new Map<(event: LinkEvent) => void, number>()
  #caughtUp: Extract<LinkEvent, { kind: 'caught_up' }> | null = null

  constructor(link: SessionLink) {
    this.#link = link
    this.closed = link.closed
    link.follow(0, (event) => this.#take(event))
  }

  get epoch(): string {
    return this.#link.epoch
  }

  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    for (const [seq, event] of this.#told) if (seq > after) listener(event)
    if (this.#caughtUp !== null) listener(this.#caughtUp)
    this.#listeners.set(listener, after)
    return () => this.#listeners.delete(listener)
  }

  command(given: GivenCommand): Promise<Receipt> {
    return this.#link.command(given)
  }

  watch(isWatched: boolean): void {
    this.#link.watch(isWatched)
  }

  close(): void {
    this.#link.close()
  }

  #take(event: LinkEvent): void {
    if (event.kind === 'record') this.#keep(event.record, event)
    if (event.kind === 'gap') this.#told.set(event.firstSeq - 0.5, event)
    if (event.kind === 'caught_up') this.#caughtUp = event
    for (const [listener, after] of [...this.#listeners])
      if (event.kind !== 'record' || event.record.seq > after) listener(event)
  }

  #keep({ seq, message }: LogRecord, event: Told): void {
    this.#told.set(seq, event)
    for (const dropped of this.#tracker.take(seq, message as object)) this.#told.delete(dropped)
  }
}
