import type { LiveFrame, LiveRequest, SessionCommand } from '@quarterdeck/contract'
import { LiveProblem } from './live-problem.ts'

/** A command that has no receipt yet. */
interface Entry {
  commandId: string
  command: SessionCommand
  isOut: boolean
  promise: Promise<unknown>
  resolve: (result: unknown) => void
  reject: (problem: LiveProblem) => void
}

type Receipt = Extract<LiveFrame, { type: 'receipt' }>

/** What a person wants done, until the server says that it was: sent again after every break, under the same id, and so done once. */
export class Outbox {
  readonly #entries = new Map<string, Entry>()
  readonly #say: (request: LiveRequest) => boolean

  constructor(say: (request: LiveRequest) => boolean) {
    this.#say = say
  }

  /** Resolves with what the server answers, however long that takes; rejects with what it says is wrong. */
  give(command: SessionCommand, commandId: string): Promise<unknown> {
    const known = this.#entries.get(commandId)
    if (known !== undefined) return known.promise
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const entry = { commandId, command, isOut: false, promise, resolve, reject }
    this.#entries.set(commandId, entry)
    this.#send(entry)
    return promise
  }

  /** It has left this page, and may have arrived. */
  isOut(commandId: string): boolean {
    return this.#entries.get(commandId)?.isOut ?? true
  }

  /** What has not left this page never does, and is never answered. */
  withdraw(commandId: string): void {
    if (!this.isOut(commandId)) this.#entries.delete(commandId)
  }

  /** There is a new connection: nobody knows what became of what went over the last one. */
  sendAgain(): void {
    for (const entry of this.#entries.values()) this.#send(entry)
  }

  take(receipt: Receipt): void {
    const entry = this.#entries.get(receipt.commandId)
    if (entry === undefined) return
    this.#entries.delete(receipt.commandId)
    if (receipt.ok) entry.resolve(receipt.result)
    else entry.reject(new LiveProblem(receipt.error))
  }

  #send(entry: Entry): void {
    const { commandId, command } = entry
    if (this.#say({ type: 'command', commandId, command })) entry.isOut = true
  }
}
