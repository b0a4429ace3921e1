import {
  type CommandResult,
  type LiveFrame,
  type LiveRequest,
  MAX_FRAME_BYTES,
  type SessionCommand,
} from '@quarterdeck/contract'
import { ClientError } from '../client-error.ts'

/** A command that has no receipt yet. */
interface Entry {
  commandId: string
  command: SessionCommand
  isOut: boolean
  promise: Promise<unknown>
  resolve: (result: unknown) => void
  reject: (problem: ClientError) => void
}

type Receipt = Extract<LiveFrame, { type: 'receipt' }>

interface PendingCommandsOptions {
  /** False when it cannot be said now. */
  say: (request: LiveRequest) => boolean
  /** It has left this page for the first time, and may have arrived. */
  onOut: (commandId: string) => void
}

/** Commands without a receipt: sent again after every break, under the same id, and so done once. */
export class PendingCommands {
  readonly #entries = new Map<string, Entry>()
  readonly #options: PendingCommandsOptions

  constructor(options: PendingCommandsOptions) {
    this.#options = options
  }

  /** Resolves with what the server answers, however long that takes; rejects with what it says is wrong. */
  give<C extends SessionCommand>(command: C, commandId: string): Promise<CommandResult<C>> {
    // The receipt of a command has the result of that command.
    return this.#give(command, commandId) as Promise<CommandResult<C>>
  }

  #give(command: SessionCommand, commandId: string): Promise<unknown> {
    const known = this.#entries.get(commandId)
    if (known !== undefined) return known.promise
    // A frame that is too large would end the connection, at every try.
    const bytes = countBytes(JSON.stringify({ type: 'command', commandId, command }))
    if (bytes > MAX_FRAME_BYTES) return Promise.reject(tooLarge(bytes))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const entry = { commandId, command, isOut: false, promise, resolve, reject }
    this.#entries.set(commandId, entry)
    this.#send(entry)
    return promise
  }

  /** A command that has not left this page never does, and is never answered. */
  withdraw(commandId: string): void {
    if (this.#entries.get(commandId)?.isOut === false) this.#entries.delete(commandId)
  }

  /** There is a new connection: nobody knows what became of what went over the last one. */
  sendAgain(): void {
    for (const entry of this.#entries.values()) this.#send(entry)
  }

  take(receipt: Receipt): void {
    const entry = this.#entries.get(receipt.commandId)
    // A server that stops does nothing more; the next one does.
    if (entry === undefined || (!receipt.ok && receipt.error.code === 'stopping')) return
    this.#entries.delete(receipt.commandId)
    if (receipt.ok) entry.resolve(receipt.result)
    else entry.reject(new ClientError(receipt.error))
  }

  #send(entry: Entry): void {
    const { commandId, command, isOut } = entry
    if (!this.#options.say({ type: 'command', commandId, command }) || isOut) return
    entry.isOut = true
    this.#options.onOut(commandId)
  }
}

/** In UTF-8, as it goes over the wire. Text of JSON has no half of a character. */
function countBytes(text: string): number {
  // No character has more than three bytes for each of its units.
  if (text.length * 3 <= MAX_FRAME_BYTES) return text.length
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isHalf = unit >= 0xd800 && unit <= 0xdfff
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3
  }
  return bytes
}

function tooLarge(bytes: number): ClientError {
  const [has, most] = [bytes, MAX_FRAME_BYTES].map((each) => (each / 1024 / 1024).toFixed(1))
  const message = `This has ${has} MB with its pictures, and ${most} MB go at once. Send the pictures one by one.`
  return new ClientError({ code: 'too_large', message })
}
