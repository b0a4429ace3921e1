import { randomUUID } from 'node:crypto'
import { type ControlRequestBody, parseControlResult, toControlCancel, toControlRequest } from '@quarterdeck/protocol'
import { isObject, type Json } from '../is-object.ts'
import type { Receipt } from '../session-link.ts'
import type { ControlOutcome, HostOutcome, HostRequestBody, HostSubtype, RequestOptions } from './control-outcome.ts'
import { mayAnswer } from './known-requests.ts'
import { toTimeLimitMs } from './time-limits.ts'

type Outcome = ControlOutcome<unknown>
type Asking = RequestOptions & { by?: string }

interface Pending {
  subtype: string
  settle(outcome: Outcome): void
}

export interface ChannelOptions {
  /** Writes a line to the CLI's stdin; `by` is who asks, where it is not the host itself. */
  write(message: object, by?: string): Promise<Receipt>
  cliVersion(): string | null
  /** Old CLIs end, and the session with them, on a line that gives a request up. */
  canCancel(): boolean
}

/**
 * The host's own requests to the CLI, each with its one outcome. An answer nobody waits for changes nothing: 2.1.38 gives some
 * answers twice, and any may come after its time.
 */
export class ControlChannel {
  readonly #options: ChannelOptions
  readonly #pending = new Map<string, Pending>()

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  request<S extends HostSubtype>(
    subtype: S,
    body: HostRequestBody<S>,
    options?: RequestOptions,
  ): Promise<HostOutcome<S>>
  request(subtype: string, body: Json, options?: Asking): Promise<Outcome>
  async request(subtype: string, body: object, options: Asking = {}): Promise<Outcome> {
    const { signal, by, timeoutMs = toTimeLimitMs(subtype) } = options
    if (signal?.aborted) return { kind: 'cancelled' }
    if (!mayAnswer(subtype, this.#options.cliVersion())) return { kind: 'unsupported' }

    // Another host may be attached to the same process: a counter would give both the same ids.
    const requestId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const giveUp = (outcome: Outcome) => {
      this.#settle(requestId, outcome)
      if (this.#options.canCancel()) void this.#options.write(toControlCancel(requestId))
    }
    const timer = setTimeout(() => giveUp({ kind: 'timed_out', afterMs: timeoutMs }), timeoutMs)
    const onAbort = () => giveUp({ kind: 'cancelled' })
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#pending.set(requestId, { subtype, settle: resolve })

    try {
      const line = toControlRequest(requestId, { ...body, subtype } as ControlRequestBody)
      const receipt = await this.#options.write(line, by)
      if (!receipt.ok) this.#settle(requestId, toRefusal(receipt))
      return await promise
    } finally {
      this.#pending.delete(requestId)
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Takes a `control_response` of the CLI. */
  take(message: Json): void {
    const { response } = message
    if (!isObject(response) || typeof response.request_id !== 'string') return
    const pending = this.#pending.get(response.request_id)
    if (pending !== undefined) this.#settle(response.request_id, toOutcome(pending.subtype, response))
  }

  /** The process is gone, and with it every answer. */
  end(): void {
    for (const requestId of [...this.#pending.keys()]) this.#settle(requestId, { kind: 'ended' })
  }

  #settle(requestId: string, outcome: Outcome): void {
    this.#pending.get(requestId)?.settle(outcome)
    this.#pending.delete(requestId)
  }
}

function toRefusal(receipt: Receipt & { ok: false }): Outcome {
  if (receipt.code === 'not_running') return { kind: 'ended' }
  return { kind: 'refused', error: receipt.message, code: receipt.code }
}

function toOutcome(subtype: string, response: Json): Outcome {
  if (response.subtype === 'success') {
    const result = parseControlResult(subtype, response.response)
    if (result.ok) return { kind: 'ok', response: result.value }
    return { kind: 'refused', error: `The answer cannot be read: ${result.problem}`, code: 'unreadable' }
  }
  const { error, error_code: code } = response
  if (code === 'unsupported_request') return { kind: 'unsupported' }
  const text = typeof error === 'string' ? error : 'The CLI gave no reason.'
  return { kind: 'refused', error: text, ...(typeof code === 'string' ? { code } : {}) }
}
