import { LogMirror } from '../log/log-mirror.ts'
import { parseRecordLine } from '../log/record-line.ts'
import type { GivenCommand, LinkEvent, Receipt, SessionLink } from '../session-link.ts'

/** Lets many follow a link that is one cursor: it keeps the log that it has heard. */
export class SharedLink implements SessionLink {
  readonly closed: Promise<'ended' | 'broken'>
  /** Everything that was there has been told, and whoever follows has heard it. */
  readonly caughtUp: Promise<'caught_up'>
  readonly #link: SessionLink
  readonly #mirror = new LogMirror()
  readonly #listeners = new Map<(event: LinkEvent) => void, number>()
  #gap: Extract<LinkEvent, { kind: 'gap' }> | null = null
  #caughtUp: Extract<LinkEvent, { kind: 'caught_up' }> | null = null
  readonly #tellCaughtUp: (how: 'caught_up') => void

  constructor(link: SessionLink) {
    this.#link = link
    this.closed = link.closed
    const { promise, resolve } = Promise.withResolvers<'caught_up'>()
    this.caughtUp = promise
    this.#tellCaughtUp = resolve
    link.follow(0, (event) => this.#take(event))
  }

  get epoch(): string {
    return this.#link.epoch
  }

  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    if (this.#gap !== null && after < this.#gap.firstSeq - 1) listener(this.#gap)
    for (const line of this.#mirror.readAfter(after, Number.POSITIVE_INFINITY)) {
      const record = parseRecordLine(line)
      if (record !== null) listener({ kind: 'record', record, line })
    }
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
    if (event.kind === 'record') {
      const { seq, message } = event.record
      this.#mirror.add(seq, event.line, message as Record<string, unknown>)
    }
    if (event.kind === 'gap') this.#gap = event
    if (event.kind === 'caught_up') this.#caughtUp = event
    for (const [listener, after] of [...this.#listeners])
      if (event.kind !== 'record' || event.record.seq > after) listener(event)
    if (event.kind === 'caught_up') this.#tellCaughtUp('caught_up')
  }
}
