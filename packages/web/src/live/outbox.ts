import type { LiveFrame, LiveRequest, SessionCommand } from '@quarterdeck/contract'
import { LiveProblem } from './live-problem.ts'

/** A command that has no receipt yet. */
export interface WaitingCommand {
  commandId: string
  command: SessionCommand
}

interface Entry extends WaitingCommand {
  promise: Promise<unknown>
  resolve: (result: unknown) => void
  reject: (problem: LiveProblem) => void
}

type Receipt = Extract<LiveFrame, { type: 'receipt' }>

/** What a person wants done, until the server says that it was: sent again after every break, under the same id, and so done once. */
export class Outbox {
  readonly #entries = new Map<string, Entry>()
  readonly #say: (request: LiveRequest) => boolean
  readonly #onChange: (waiting: readonly WaitingCommand[]) => void

  constructor(say: (request: LiveRequest) => boolean, onChange: (waiting: readonly WaitingCommand[]) => void) {
    this.#say = say
    this.#onChange = onChange
  }

  /** Resolves with what the server answers, however long that takes; rejects with what it says is wrong. */
  give(command: SessionCommand, commandId: string): Promise<unknown> {
    const known = this.#entries.get(commandId)
    if (known !== undefined) return known.promise
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#entries.set(commandId, { commandId, command, promise, resolve, reject })
    this.#say({ type: 'command', commandId, command })
    this.#tell()
    return promise
  }

  /** There is a new connection: nobody knows what became of what went over the last one. */
  sendAgain(): void {
    for (const { commandId, command } of this.#entries.values()) this.#say({ type: 'command', commandId, command })
  }

  take(receipt: Receipt): void {
    const entry = this.#entries.get(receipt.commandId)
    if (entry === undefined) return
    this.#entries.delete(receipt.commandId)
    if (receipt.ok) entry.resolve(receipt.result)
    else entry.reject(new LiveProblem(receipt.error))
    this.#tell()
  }

  #tell(): void {
    this.#onChange([...this.#entries.values()].map(({ commandId, command }) => ({ commandId, command })))
  }
}
