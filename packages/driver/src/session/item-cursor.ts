import { isObject } from '../is-object.ts'
import type { LinkEvent, SessionLink } from '../session-link.ts'
import { type SessionItem, toItem } from './session-item.ts'

/** Reads a session from some record on, to its end. What it has not been asked for yet it keeps. */
export class ItemCursor implements AsyncIterableIterator<SessionItem> {
  readonly #waiting: SessionItem[] = []
  readonly #prompts = new Set<string>()
  readonly #stop: () => void
  #isOver = false
  #wake: (() => void) | null = null

  constructor(link: SessionLink, after: number) {
    this.#stop = link.follow(after, (event) => this.#take(event))
    void link.closed.then(() => this.#end())
  }

  async next(): Promise<IteratorResult<SessionItem, undefined>> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const value = this.#waiting.shift()
    return value === undefined ? { done: true, value: undefined } : { done: false, value }
  }

  async return(): Promise<IteratorResult<SessionItem, undefined>> {
    this.#waiting.length = 0
    this.#end()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #take(event: LinkEvent): void {
    const item = this.#toItem(event)
    if (item === null || this.#isOver) return
    this.#waiting.push(item)
    this.#wake?.()
  }

  #toItem(event: LinkEvent): SessionItem | null {
    if (event.kind === 'gap') return { kind: 'gap', seq: event.firstSeq, at: '' }
    if (event.kind !== 'record' || this.#isRepeat(event.record.message)) return null
    return toItem(event.record)
  }

  /** A prompt is told when it is written, and again when the CLI takes it up or finds that it had it before. */
  #isRepeat(message: unknown): boolean {
    if (!isObject(message) || message.type !== 'user' || typeof message.uuid !== 'string') return false
    if (this.#prompts.has(message.uuid)) return true
    this.#prompts.add(message.uuid)
    return false
  }

  #end(): void {
    this.#isOver = true
    this.#stop()
    this.#wake?.()
  }
}
