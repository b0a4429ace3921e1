import type { ClientError, PendingCommands } from '@quarterdeck/client'
import type { SessionCommand } from '@quarterdeck/contract'
import { newId } from '../new-id.ts'
import { fromContent } from './message-content.ts'
import { toPersonWords } from './to-person-words.ts'

type SendCommand = Extract<SessionCommand, { kind: 'send' }>

/** A message to a session, until the server has it. */
export interface OutgoingMessage {
  /** Under which it is sent, however often: it is done once. */
  id: string
  command: SendCommand
  /** When it was written. */
  at: number
  /** It has left the page, and may have arrived. */
  isOut: boolean
  /** Why it did not arrive, or why nobody knows; null while it is on its way. */
  problem: { code: string; message: string } | null
}

/** Where they outlive the page. */
export interface OutgoingStore {
  /** Gives those that no other page looks after, at once or when that page is gone. */
  adopt(take: (messages: readonly OutgoingMessage[]) => void): void
  /** False where there is no room for it. */
  put(message: OutgoingMessage): boolean
  remove(id: string): void
  /** Calls when another page has removed one. */
  onRemoved(call: (id: string) => void): void
}

export interface OutgoingOptions {
  commands: Pick<PendingCommands, 'give' | 'withdraw'>
  store: OutgoingStore
  now: () => number
  onChange: (messages: readonly OutgoingMessage[]) => void
}

/** The server remembers its answers for longer than this: what is sent again sooner is not done twice. */
const FRESH_MS = 600_000
/** A message so old may not be wanted any more. */
const OLD_MS = 86_400_000

const UNSURE = {
  code: 'unsure',
  message: 'The page was closed before this was confirmed: it may have arrived. Send it again unless it stands above.',
}
const OLD = { code: 'old', message: 'This was written more than a day ago, and has not gone out.' }
const WITHOUT_PICTURES = {
  code: 'without_pictures',
  message:
    'The page was closed before this was confirmed, and its pictures were too large to be kept. Take it back and attach them again, unless it stands above.',
}

/** Messages that the server has not confirmed: each leaves the composer at once, and none is lost. */
export class Outgoing {
  readonly #options: OutgoingOptions
  readonly #messages = new Map<string, OutgoingMessage>()
  /** Those that could not be kept whole: of some the words are, and not the pictures. */
  readonly #unkept = new Set<string>()

  constructor(options: OutgoingOptions) {
    this.#options = options
    options.store.onRemoved((id) => {
      options.commands.withdraw(id)
      this.#unkept.delete(id)
      if (this.#messages.delete(id)) this.#tell()
    })
  }

  /** There is something that would be lost with the page. */
  get hasUnkept(): boolean {
    return this.#unkept.size > 0
  }

  /** Those of an earlier visit: what is certain not to be done twice goes out, and of the rest a person decides. */
  restore(): void {
    const { store, now } = this.#options
    store.adopt((messages) => {
      for (const message of messages.toSorted((one, other) => one.at - other.at)) {
        const problem = message.problem ?? findDoubt(message, now())
        if (problem === null) this.#go(message)
        else this.#keep({ ...message, problem })
      }
    })
  }

  send(command: SendCommand): void {
    this.#go({ id: newId(), command, at: this.#options.now(), isOut: false, problem: null })
  }

  /** Once more, with what was missing. */
  again(id: string, more: { trust?: true; force?: true } = {}): void {
    const message = this.#messages.get(id)
    if (message?.problem == null) return
    this.#go({ ...message, command: { ...message.command, ...more }, problem: null })
  }

  /** It is no longer to be sent; null where it may arrive all the same. */
  takeBack(id: string): OutgoingMessage | null {
    const message = this.#messages.get(id)
    if (message === undefined || !mayTakeBack(message)) return null
    this.remove(id)
    return message
  }

  remove(id: string): void {
    this.#options.commands.withdraw(id)
    this.#messages.delete(id)
    this.#unkept.delete(id)
    this.#options.store.remove(id)
    this.#tell()
  }

  noteOut(id: string): void {
    const message = this.#messages.get(id)
    if (message !== undefined) this.#keep({ ...message, isOut: true })
  }

  #go(message: OutgoingMessage): void {
    const { id, command } = message
    this.#keep(message)
    this.#options.commands.give(command, id).then(
      () => this.remove(id),
      (error: ClientError) => {
        const known = this.#messages.get(id)
        if (known !== undefined) this.#keep({ ...known, problem: { code: error.code, message: toPersonWords(error) } })
      },
    )
  }

  #keep(message: OutgoingMessage): void {
    const { store } = this.#options
    this.#messages.set(message.id, message)
    if (store.put(message)) this.#unkept.delete(message.id)
    else {
      this.#unkept.add(message.id)
      store.put(withoutPictures(message))
    }
    this.#tell()
  }

  #tell(): void {
    this.#options.onChange([...this.#messages.values()])
  }
}

/** It has certainly not arrived, or a person has been told what is known. */
export function mayTakeBack({ problem, isOut }: OutgoingMessage): boolean {
  return problem !== null || !isOut
}

function findDoubt({ isOut, at }: OutgoingMessage, now: number): OutgoingMessage['problem'] {
  const ageMs = Math.abs(now - at)
  if (isOut) return ageMs < FRESH_MS ? null : UNSURE
  return ageMs < OLD_MS ? null : OLD
}

function withoutPictures(message: OutgoingMessage): OutgoingMessage {
  const { words } = fromContent(message.command.content)
  return { ...message, command: { ...message.command, content: words }, problem: WITHOUT_PICTURES }
}
