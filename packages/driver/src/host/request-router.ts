import type { ControlResponse } from '@quarterdeck/protocol'
import type { Receipt } from '../session-link.ts'
import { type Answerers, answerRequest, toFailure } from './answer-request.ts'
import type { OpenRequest } from './open-requests.ts'

/** Refusals that say only that it no longer matters. */
const OVER = new Set(['already_resolved', 'not_open', 'not_running'])

export interface RouterOptions {
  answerers: Answerers
  respond(message: ControlResponse): Promise<Receipt>
}

/** Brings each request of the CLI to its handler, once, and the handler's answer back. Several may be at work at a time. */
export class RequestRouter {
  readonly #options: RouterOptions
  readonly #atWork = new Map<string, AbortController>()
  #open: ReadonlyMap<string, OpenRequest> = new Map()

  constructor(options: RouterOptions) {
    this.#options = options
  }

  /** Takes what is open now: what is new is handled, what is gone is given up. */
  take(open: ReadonlyMap<string, OpenRequest>): void {
    if (open === this.#open) return
    const before = this.#open
    this.#open = open
    for (const requestId of before.keys()) if (!open.has(requestId)) this.#giveUp(requestId)
    for (const [requestId, request] of open) if (!before.has(requestId)) void this.#handle(request)
  }

  #giveUp(requestId: string): void {
    this.#atWork.get(requestId)?.abort(new Error('The request is no longer open.'))
    this.#atWork.delete(requestId)
  }

  /** Never rejects: nobody waits for it. */
  async #handle(request: OpenRequest): Promise<void> {
    const work = new AbortController()
    this.#atWork.set(request.requestId, work)
    const answer = await this.#answer(request, work.signal)
    if (answer === undefined || work.signal.aborted) return
    this.#atWork.delete(request.requestId)
    try {
      const receipt = await this.#options.respond(answer)
      if (!receipt.ok && !OVER.has(receipt.code)) this.#report(request, new Error(receipt.message))
    } catch (error) {
      this.#report(request, error)
    }
  }

  async #answer(request: OpenRequest, signal: AbortSignal): Promise<ControlResponse | undefined> {
    try {
      return await answerRequest(request, this.#options.answerers, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      this.#report(request, error)
      return toFailure(request, error instanceof Error ? error.message : String(error))
    }
  }

  #report(request: OpenRequest, error: unknown): void {
    try {
      this.#options.answerers.handlers.onFault?.({ request, error })
    } catch {
      // A fault in the report of a fault: there is nobody left to tell, and the session must go on.
    }
  }
}
