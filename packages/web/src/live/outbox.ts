import type { LiveFrame, LiveRequest, SessionCommand } from '@quarterdeck/contract'
import { ApiProblem } from '../api-problem.ts'

type Receipt = Extract<LiveFrame, { type: 'receipt' }>

interface Waiting {
  command: SessionCommand
  resolve: (result: unknown) => void
  reject: (problem: ApiProblem) => void
}

/** Commands without a receipt. Each has an id for good: sent again, it is answered and not done again. */
export class Outbox {
  readonly #send: (request: LiveRequest) => void
  readonly #waiting = new Map<string, Waiting>()

  constructor(send: (request: LiveRequest) => void) {
    this.#send = send
  }

  add(command: SessionCommand, isOnline: boolean): Promise<unknown> {
    const commandId = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      this.#waiting.set(commandId, { command, resolve, reject })
      if (isOnline) this.#send({ type: 'command', commandId, command })
    })
  }

  sendAll(): void {
    for (const [commandId, { command }] of this.#waiting) this.#send({ type: 'command', commandId, command })
  }

  settle(receipt: Receipt): void {
    const waiting = this.#waiting.get(receipt.commandId)
    this.#waiting.delete(receipt.commandId)
    if (receipt.ok) waiting?.resolve(receipt.result)
    else waiting?.reject(new ApiProblem(receipt.error.code, receipt.error.message))
  }
}
