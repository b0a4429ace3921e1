import { StreamPieces } from '@quarterdeck/driver'
import { type FeedRecord, fromOf } from './feed-record.ts'
import { SeqRanges } from './seq-ranges.ts'

/**
 * What a reader wants. A page folds what it is told, and shows who has decided what. Programs that read `raw` messages act on each:
 * an old prompt would be asked again, and a prompt and its echo would be two. `plain` is the same without what is no message: what the
 * keeper notes, and what hosts ask of the CLI.
 */
export type View = 'page' | 'raw' | 'plain'

type Raw = Readonly<Record<string, unknown>>

/** Records that need not be looked into say none of these words. */
const SPEAKING =
  /"type":"(?:stream_event|control_request|control_response|control_cancel_request|keep_alive|keeper)"|"isReplay":true|"subtype":"init"/

/** Knows which records of a log are of no more use to somebody who comes now, and which are for nobody. */
export class Compaction {
  /** Records for nobody of that view. */
  readonly #hidden: Record<'page' | 'raw', Set<number>> = { page: new Set(), raw: new Set() }
  /** Records that were something while they happened. */
  readonly #over = { page: new SeqRanges(), raw: new SeqRanges() }
  /** Records that are no messages. */
  readonly #talk = new Set<number>()
  /** Requests of the CLI that wait for an answer: their records. */
  readonly #open = new Map<string, number>()
  readonly #answered = new Set<string>()
  /** Prompts that were written to the CLI, which says them again. */
  readonly #prompts = new Set<string>()
  readonly #streams = new StreamPieces((type) => type.startsWith('content_block_'))
  /** The newest of those that say how things stand. */
  readonly #standing = new Map<string, number>()

  /** Records that a page needs although they are older than what it asked for, in order. */
  get standing(): number[] {
    return [...new Set([...this.#standing.values(), ...this.#open.values()])].sort((one, other) => one - other)
  }

  /** Prompts that wait for an answer, in order. */
  get open(): number[] {
    return [...this.#open.values()].sort((one, other) => one - other)
  }

  isHidden(seq: number, view: View): boolean {
    if (view === 'plain') return this.#talk.has(seq) || this.#hidden.raw.has(seq)
    return this.#hidden[view].has(seq)
  }

  /** It is left out for somebody who was not there when it happened. */
  isOver(seq: number, view: View): boolean {
    return this.isHidden(seq, view) || this.#over[view === 'plain' ? 'raw' : view].has(seq)
  }

  /** Takes the records of a log in their order; with their message, where somebody has read it already. */
  take(record: FeedRecord, known?: Raw): void {
    const from = fromOf(record)
    if (known === undefined && from !== 'host' && !SPEAKING.test(record.message)) return
    const message = known ?? (JSON.parse(record.message) as Raw)
    if (from === 'keeper') this.#takeKeeper(record.seq, message)
    else if (from === 'host') this.#takeHost(record.seq, message)
    else this.#takeCli(record.seq, message)
  }

  #takeKeeper(seq: number, { subtype }: Raw): void {
    this.#talk.add(seq)
    if (subtype === 'snapshot') this.#hide(seq)
    if (subtype === 'started' || subtype === 'exited') this.#closeAll()
    if (subtype === 'started' || subtype === 'queue' || subtype === 'suspended') this.#standing.set(subtype, seq)
    if (subtype === 'exited') this.#standing.set('started', seq)
  }

  #takeHost(seq: number, message: Raw): void {
    const { type, uuid } = message
    if (type === 'user' && typeof uuid === 'string') {
      // One that an earlier process never heard of is written again.
      if (this.#prompts.has(uuid)) this.#hidden.raw.add(seq)
      this.#prompts.add(uuid)
    }
    if (type === 'control_request') this.#talk.add(seq)
    if (type === 'control_response') this.#answer(seq, toRequestId(message))
  }

  #takeCli(seq: number, message: Raw): void {
    switch (message.type) {
      case 'keep_alive':
        this.#hide(seq)
        return
      case 'user':
        if (message.isReplay === true && this.#prompts.has(String(message.uuid))) this.#hidden.raw.add(seq)
        return
      case 'control_request':
        this.#open.set(String(message.request_id), seq)
        return
      case 'control_response':
        // The CLI says answers again that it was given.
        if (this.#answered.has(toRequestId(message))) this.#hidden.raw.add(seq)
        return
      case 'control_cancel_request':
        this.#answer(seq, String(message.request_id))
        return
      case 'stream_event':
        this.#takePiece(seq, message)
        return
      case 'system':
        if (message.subtype === 'init') this.#standing.set('init', seq)
    }
  }

  #takePiece(seq: number, message: Raw): void {
    const done = this.#streams.take(seq, message)
    if (done === null) return
    for (const piece of done.pieces) this.#over.page.add(piece)
    for (const piece of [...done.pieces, ...done.frame]) this.#over.raw.add(piece)
  }

  #answer(seq: number, requestId: string): void {
    const asked = this.#open.get(requestId)
    this.#answered.add(requestId)
    if (asked === undefined) return
    this.#open.delete(requestId)
    this.#over.raw.add(asked)
    this.#over.raw.add(seq)
  }

  /** The requests of a process end with it. */
  #closeAll(): void {
    for (const seq of this.#open.values()) this.#over.raw.add(seq)
    this.#open.clear()
    this.#answered.clear()
  }

  #hide(seq: number): void {
    this.#hidden.page.add(seq)
    this.#hidden.raw.add(seq)
  }
}

function toRequestId({ response }: Raw): string {
  return String((response as Raw | undefined)?.request_id)
}
