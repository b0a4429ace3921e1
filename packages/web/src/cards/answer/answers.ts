import type { SessionCommand } from '@quarterdeck/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeptValues } from '../../live/kept-values.ts'
import { newId } from '../../new-id.ts'
import type { Answer } from '../card-props.ts'
import type { DecideCommand, KeptDecision } from './kept-decisions.ts'

/**
 * An answer that was given in this page, by its state:
 * `sending`: kept and sent, again after every break, until the server has it;
 * `arrived`: the server has it, and the card goes when the CLI has;
 * `refused`: the server did not take it. The card says why, and can be answered again.
 */
export interface GivenAnswer {
  answer: Answer
  state: 'sending' | 'arrived' | 'refused'
  problem: string | null
  /** Given on an earlier visit of this browser, and sent again. */
  isRestored: boolean
}

export interface AnswersState {
  /** By session and request: in the session and in the inbox it is the same answer. */
  given: Readonly<Record<string, GivenAnswer>>
  /** A moment ago one was given: a click or an Escape that comes at once was meant for the same card. */
  wasJustGiven: boolean
}

/** A request that waits for a person, as far as an answer is bound to it. */
export interface AnsweredRequest {
  sessionId: string
  requestId: string
  inputHash?: string | undefined
}

interface Options {
  live: { give(command: SessionCommand, commandId?: string): Promise<unknown> }
  kept: Pick<KeptValues<KeptDecision>, 'put' | 'remove' | 'list'>
}

/** As long as the two clicks of a double click may be apart. */
const APART_MS = 500
/** By then the card of an answer that has arrived is gone. */
const LINGER_MS = 60_000

export function toAnswerKey({ sessionId, requestId }: Pick<AnsweredRequest, 'sessionId' | 'requestId'>): string {
  return `${sessionId} ${requestId}`
}

/** All answers that were given in this page, each given once. Components read `store`, and give by `give`. */
export class Answers {
  readonly store: StoreApi<AnswersState> = createStore(() => ({ given: {}, wasJustGiven: false }))
  readonly #options: Options
  /** The browser has no room to keep them: a reload would lose them. */
  readonly #unkept = new Set<string>()
  #apart: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get hasUnkept(): boolean {
    return this.#unkept.size > 0
  }

  find(request: Pick<AnsweredRequest, 'sessionId' | 'requestId'>): GivenAnswer | undefined {
    return this.store.getState().given[toAnswerKey(request)]
  }

  /**
   * Resolves when the answer has arrived or was refused, however long that takes, with whether it has arrived. One that was given already
   * stays as it is.
   */
  async give(request: AnsweredRequest, answer: Answer): Promise<boolean> {
    this.#noteGiving()
    if ((this.find(request)?.state ?? 'refused') !== 'refused') return false
    const { sessionId, requestId, inputHash } = request
    // Bound to the request and to its input it can be sent again, and decides nothing else.
    const hash = inputHash === undefined ? {} : { inputHash }
    const command: DecideCommand = { kind: 'decide', sessionId, request_id: requestId, ...answer, ...hash }
    const id = newId()
    if (!this.#options.kept.put(id, { id, command, at: Date.now() })) this.#unkept.add(id)
    return await this.#send(id, command, { answer, isRestored: false })
  }

  /** Sends those of an earlier visit again that the server has not confirmed. */
  restore(): void {
    for (const { value } of this.#options.kept.list()) {
      const { kind: _, sessionId, request_id: requestId, inputHash: __, ...answer } = value.command
      if (this.find({ sessionId, requestId }) === undefined)
        void this.#send(value.id, value.command, { answer, isRestored: true })
    }
  }

  /** The card is gone from the page. An answer on its way is remembered for when the request is looked at again. */
  release(request: Pick<AnsweredRequest, 'sessionId' | 'requestId'>): void {
    // Not at once: whoever draws what became of the card reads the answer in the same moment.
    setTimeout(() => this.#forget(toAnswerKey(request)))
  }

  async #send(id: string, command: DecideCommand, about: Pick<GivenAnswer, 'answer' | 'isRestored'>): Promise<boolean> {
    const { sessionId, request_id: requestId } = command
    const key = toAnswerKey({ sessionId, requestId })
    const note = (state: GivenAnswer['state'], problem: string | null = null) =>
      this.store.setState(({ given }) => ({ given: { ...given, [key]: { ...about, state, problem } } }))
    note('sending')
    try {
      await this.#options.live.give(command, id)
      note('arrived')
      // Most cards are gone before their answer is confirmed.
      setTimeout(() => this.#forget(key), LINGER_MS)
      return true
    } catch (error) {
      note('refused', (error as Error).message)
      return false
    } finally {
      this.#unkept.delete(id)
      this.#options.kept.remove(id)
    }
  }

  #forget(key: string): void {
    const { [key]: found, ...given } = this.store.getState().given
    if (found !== undefined && found.state !== 'sending') this.store.setState({ given })
  }

  #noteGiving(): void {
    clearTimeout(this.#apart)
    this.#apart = setTimeout(() => this.store.setState({ wasJustGiven: false }), APART_MS)
    this.store.setState({ wasJustGiven: true })
  }
}
