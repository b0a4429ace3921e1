import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { SubscribePush } from '@quarterdeck/contract'
import { z } from 'zod'
import { writePrivateFile } from '../private-file.ts'
import { ServerError } from '../server-error.ts'

const Kept = z.object({
  id: z.string(),
  /** Whose it is. */
  deviceId: z.string(),
  subscription: SubscribePush,
  created: z.string(),
})
export type KeptSubscription = z.infer<typeof Kept>

/** A device that was looked at, or that wants none of the kind, is passed over and not told later either. */
const Told = z.enum(['sent', 'passed'])

const Book = z.object({
  subscriptions: z.array(Kept),
  /** What waits, by its tag, and by the id of a subscription what became of it there. */
  told: z.record(z.string(), z.record(z.string(), Told)),
})
type Book = z.infer<typeof Book>

const MAX_PER_DEVICE = 10
const MAX_IN_ALL = 200

/** Who is to be told, and what they were told already: a server that starts again tells nothing twice. */
export class PushBook {
  readonly #path: string
  #book: Book

  constructor(path: string) {
    this.#path = path
    this.#book = readBook(path)
  }

  get subscriptions(): readonly KeptSubscription[] {
    return this.#book.subscriptions
  }

  ofDevice(deviceId: string): KeptSubscription[] {
    return this.#book.subscriptions.filter((kept) => kept.deviceId === deviceId)
  }

  /** The newest of a device stay. One that is sent again stays what it was; with a browser that was paired anew it goes along. */
  add(deviceId: string, subscription: SubscribePush): void {
    const same = this.#book.subscriptions.find((kept) => kept.subscription.endpoint === subscription.endpoint)
    const others = this.#book.subscriptions.filter((kept) => kept !== same)
    const tooMany = others.filter((kept) => kept.deviceId === deviceId).slice(0, -(MAX_PER_DEVICE - 1))
    const left = others.filter((kept) => !tooMany.includes(kept))
    if (left.length >= MAX_IN_ALL)
      throw new ServerError(
        'too_many_requests',
        `There are ${MAX_IN_ALL} subscriptions already. Revoke devices that are not in use.`,
      )
    const { id, created } = same ?? { id: randomUUID(), created: new Date().toISOString() }
    this.#write({ ...this.#book, subscriptions: [...left, { id, deviceId, subscription, created }] })
  }

  remove(isGone: (kept: KeptSubscription) => boolean): void {
    const subscriptions = this.#book.subscriptions.filter((kept) => !isGone(kept))
    if (subscriptions.length < this.#book.subscriptions.length) this.#write({ ...this.#book, subscriptions })
  }

  get tags(): string[] {
    return Object.keys(this.#book.told)
  }

  /** By the id of a subscription. */
  toldOf(tag: string): Readonly<Record<string, z.infer<typeof Told>>> {
    return this.#book.told[tag] ?? {}
  }

  tell(tag: string, subscriptionId: string, what: z.infer<typeof Told>): void {
    const told = { ...this.#book.told, [tag]: { ...this.#book.told[tag], [subscriptionId]: what } }
    this.#write({ ...this.#book, told })
  }

  forget(tag: string): void {
    const { [tag]: gone, ...told } = this.#book.told
    if (gone !== undefined) this.#write({ ...this.#book, told })
  }

  #write(book: Book): void {
    writePrivateFile(this.#path, `${JSON.stringify(book)}\n`)
    this.#book = book
  }
}

/** A damaged file is put aside: subscriptions can be made again in a browser, and a server that does not start helps nobody. */
function readBook(path: string): Book {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { subscriptions: [], told: {} }
    throw error
  }
  const book = parseBook(text)
  if (book !== null) return book
  renameSync(path, `${path}.damaged`)
  return { subscriptions: [], told: {} }
}

function parseBook(text: string): Book | null {
  try {
    return Book.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
