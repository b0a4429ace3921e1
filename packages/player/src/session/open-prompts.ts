import type { ControlResponse, PermissionResult } from '@quarterdeck/protocol'
import { toPermissionResult } from '../host-message.ts'
import type { Wire } from './wire.ts'

export type Decision = PermissionResult | { behavior: 'closed' }

/** The body of `can_use_tool`. */
export interface PromptRequest {
  tool_name: string
  display_name?: string
  input: object
  description?: string
  permission_suggestions?: object[]
  tool_use_id: string
  requires_user_interaction?: boolean
  agent_id?: string
}

interface OpenPrompt {
  agentId: string | undefined
  resolve(decision: Decision): void
}

/** The prompts that wait for an answer of the host. Several can be open: subagents ask while the session does. */
export class OpenPrompts {
  readonly #wire: Wire
  readonly #echoes: boolean
  readonly #onChange: (isWaiting: boolean) => void
  readonly #open = new Map<string, OpenPrompt>()
  #isClosed = false

  constructor(wire: Wire, options: { echoes: boolean; onChange: (isWaiting: boolean) => void }) {
    this.#wire = wire
    this.#echoes = options.echoes
    this.#onChange = options.onChange
  }

  /** Asks, and waits for the answer, or for the end of stdin, or for the signal, whose reason it fails with. */
  async ask(request: PromptRequest, signal: AbortSignal): Promise<Decision> {
    if (this.#isClosed) return { behavior: 'closed' }
    signal.throwIfAborted()
    const id = crypto.randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<Decision>()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
    this.#open.set(id, { agentId: request.agent_id, resolve })
    this.#onChange(true)
    this.#wire.sendControl({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'can_use_tool', ...request },
    })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
      this.#open.delete(id)
      if (this.#open.size === 0 && !this.#isClosed) this.#onChange(false)
    }
  }

  /** An answer to a prompt that is not open any more is passed over, as the CLI does. */
  answer(response: ControlResponse): void {
    const id = response.response.request_id
    const prompt = this.#open.get(id)
    if (prompt === undefined) return
    this.#open.delete(id)
    if (this.#echoes) this.#wire.sendControl(response)
    if (this.#open.size === 0) this.#onChange(false)
    prompt.resolve(toPermissionResult(response))
  }

  /** Withdraws prompts: those of the session, or of one subagent. Who asked must be stopped by its signal. */
  withdraw(agentId?: string): void {
    const withdrawn = [...this.#open].filter(([, prompt]) => prompt.agentId === agentId)
    for (const [id] of withdrawn) {
      this.#open.delete(id)
      this.#wire.sendControl({ type: 'control_cancel_request', request_id: id })
    }
  }

  /** The host is gone: nobody will answer, now or later. */
  close(): void {
    this.#isClosed = true
    for (const prompt of this.#open.values()) prompt.resolve({ behavior: 'closed' })
    this.#open.clear()
  }
}
