import type { SessionCommand } from '@quarterdeck/contract'
import type { LiveProblem } from './live-problem.ts'
import type { Outbox } from './outbox.ts'
import { toPersonWords } from './to-person-words.ts'

type SendCommand = Extract<SessionCommand, { kind: 'send' }>

/** A message to a session, until the server has it. */
export interface OutgoingMessage {
  /** Under which it is sent, however often: it is done once. */
  id: string
  command: SendCommand
  /** When it was written. */
  at: number
  /** Why it did not arrive; null while it is on its way. */
  problem: { code: string; message: string } | null
}

/** Where they outlive the page. One by one: other tabs have theirs there too. */
export interface OutgoingStore {
  list(): readonly OutgoingMessage[]
  /** False where there is no room for it. */
  put(message: OutgoingMessage): boolean
  remove(id: string): void
}

export interface OutgoingOptions {
  outbox: Pick<Outbox, 'give' | 'isOut' | 'withdraw'>
  store: OutgoingStore
  now: () => number
  onChange: (messages: readonly OutgoingMessage[]) => void
}

/** The server remembers its answers for longer than this: what is sent again sooner is not done twice. */
const FRESH_MS = 600_000

const UNSURE = {
  code: 'unsure',
  message:
    'This was written before the page was closed, and may not have arrived. Send it again unless it stands above.',
}

/** What a person has said and the server has not confirmed: it leaves the composer at once, and nothing of it is lost. */
export class Outgoing {
  readonly #options: OutgoingOptions
  readonly #messages = new Map<string, OutgoingMessage>()
  readonly #unkept = new Set<string>()

  constructor(options: OutgoingOptions) {
    this.#options = options
  }

  /** There is something that would be lost with the page. */
  get hasUnkept(): boolean {
    return this.#unkept.size > 0
  }

  /** Those of an earlier visit. What was written a moment ago goes out again; of the rest nobody knows. */
  restore(): void {
    const { store, now } = this.#options
    const found = store.list().toSorted((one, other) => one.at - other.at)
    for (const message of found) {
      const isFresh = message.problem === null && Math.abs(now() - message.at) < FRESH_MS
      if (isFresh) this.#go(message)
      else this.#keep({ ...message, problem: message.problem ?? UNSURE })
    }
  }

  send(command: SendCommand): void {
    this.#go({ id: crypto.randomUUID(), command, at: this.#options.now(), problem: null })
  }

  /** Once more, with what was missing. Under another id: whoever says it again wants it done. */
  again(id: string, more: { trust?: true; force?: true } = {}): void {
    const message = this.#messages.get(id)
    if (message?.problem == null) return
    this.remove(id)
    this.send({ ...message.command, ...more })
  }

  /** It has certainly not arrived, and need not. */
  mayTakeBack(id: string): boolean {
    const message = this.#messages.get(id)
    return message !== undefined && (message.problem !== null || !this.#options.outbox.isOut(id))
  }

  remove(id: string): void {
    this.#options.outbox.withdraw(id)
    this.#messages.delete(id)
    this.#unkept.delete(id)
    this.#options.store.remove(id)
    this.#tell()
  }

  #go(message: OutgoingMessage): void {
    this.#keep(message)
    const { id, command } = message
    this.#options.outbox.give(command, id).then(
      () => this.remove(id),
      (error: LiveProblem) => {
        const problem = { code: error.code, message: toPersonWords(error) }
        if (this.#messages.has(id)) this.#keep({ ...message, problem })
      },
    )
  }

  #keep(message: OutgoingMessage): void {
    this.#messages.set(message.id, message)
    if (this.#options.store.put(message)) this.#unkept.delete(message.id)
    else this.#unkept.add(message.id)
    this.#tell()
  }

  #tell(): void {
    this.#options.onChange([...this.#messages.values()])
  }
}
