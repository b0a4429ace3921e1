import type { InboxItem, NotificationKind, PushNotice } from '@quarterdeck/contract'
import type { Log } from '../log/log.ts'
import type { KeptSubscription, PushBook } from './push-book.ts'
import type { PushClient, PushDelivery, PushOutcome } from './push-client.ts'
import { toDelivery, toNotice, toTag } from './to-notice.ts'

/** All that waits for a person, and word of when that changes. */
export interface InboxSource {
  items(): readonly InboxItem[]
  subscribe(listener: () => void): () => void
}

export interface PushServiceOptions {
  book: PushBook
  client: PushClient
  inbox: InboxSource
  /** Whether a person looks at the page on it. */
  isDeviceVisible: (deviceId: string) => boolean
  /** Not revoked. */
  isDeviceKnown: (deviceId: string) => boolean
  wants: (deviceId: string, kind: NotificationKind) => boolean
  log: Log
  /** What is answered so soon, by a rule or by somebody who looks, is nobody's news. */
  graceMs?: number
  /** When the server has just started: pages that are looked at must have the time to say so. */
  firstGraceMs?: number
  retryMs?: (tries: number) => number
}

const GRACE_MS = 800
const FIRST_GRACE_MS = 5000
const MAX_TRIES = 6
const CLOSE_SECONDS = 24 * 3600

interface Letter {
  text: string
  delivery: PushDelivery
}

/** Tells devices that nobody looks at what waits for a person, once, and takes it back when it was answered elsewhere. */
export class PushService {
  readonly #options: PushServiceOptions
  readonly #unsubscribe: () => void
  /** Until the grace is over. */
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  readonly #pauses = new Set<() => void>()
  /** What a subscription is told stays in order: a notice, then that it is over. */
  readonly #queues = new Map<string, Promise<void>>()
  readonly #closing = new Set<string>()
  /** Whoever it concerns has been thought of. */
  readonly #known = new Set<string>()
  #open = new Map<string, InboxItem>()
  #isClosed = false

  constructor(options: PushServiceOptions) {
    this.#options = options
    const { book, inbox, isDeviceKnown, graceMs = GRACE_MS, firstGraceMs = FIRST_GRACE_MS } = options
    // Devices can be revoked while no server runs.
    book.remove(({ deviceId }) => !isDeviceKnown(deviceId))
    this.#unsubscribe = inbox.subscribe(() => this.#look(graceMs))
    this.#look(firstGraceMs)
  }

  removeDevice(deviceId: string): void {
    this.#options.book.remove((kept) => kept.deviceId === deviceId)
  }

  /** To all subscriptions of one device, whether it is looked at or not. */
  async test(deviceId: string): Promise<{ ok: boolean; message: string }[]> {
    const { book, client } = this.#options
    const notice: PushNotice = {
      type: 'test',
      tag: 'test',
      title: 'Quarterdeck',
      body: 'Notifications reach this device.',
    }
    const delivery = { ttlSeconds: 60, urgency: 'high', topic: 'test' } as const
    const sending = book.ofDevice(deviceId).map(async (kept) => {
      const outcome = await client.send(kept.subscription, JSON.stringify(notice), delivery)
      this.#removeIfGone(kept, outcome)
      return { ok: outcome.kind === 'sent', message: toSentence(outcome) }
    })
    return Promise.all(sending)
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    for (const wake of this.#pauses) wake()
    this.#options.client.close()
  }

  #look(graceMs: number): void {
    const { book, inbox } = this.#options
    this.#open = new Map(inbox.items().map((item) => [toTag(item), item]))
    for (const tag of [...this.#known, ...this.#waiting.keys(), ...book.tags])
      if (!this.#open.has(tag)) this.#takeBack(tag)
    for (const tag of this.#open.keys()) {
      if (this.#known.has(tag) || this.#waiting.has(tag)) continue
      this.#waiting.set(tag, setTimeout(() => this.#tell(tag), graceMs).unref())
    }
  }

  #tell(tag: string): void {
    this.#waiting.delete(tag)
    this.#known.add(tag)
    const item = this.#open.get(tag)
    const { book } = this.#options
    // Who subscribes later is told of what comes then.
    const concerned = book.subscriptions.filter(({ created }) => created <= (item?.since ?? ''))
    for (const kept of concerned) this.#enqueue(kept.id, () => this.#tellOne(tag, kept))
  }

  async #tellOne(tag: string, kept: KeptSubscription): Promise<void> {
    const { book, log } = this.#options
    if (book.toldOf(tag)[kept.id] !== undefined) return
    const outcome = await this.#send(kept, () => {
      const item = this.#open.get(tag)
      if (item === undefined) return null
      if (this.#isFor(kept, item))
        return { text: JSON.stringify(toNotice(item)), delivery: toDelivery({ kind: item.kind, tag }) }
      book.tell(tag, kept.id, 'passed')
      return null
    })
    if (outcome !== 'sent') return
    // After it was taken: a server that is killed in between tells it again, and the device shows it once, by its tag.
    book.tell(tag, kept.id, 'sent')
    log.debug({ device: kept.deviceId }, 'notice sent')
  }

  #takeBack(tag: string): void {
    const { book } = this.#options
    clearTimeout(this.#waiting.get(tag))
    this.#waiting.delete(tag)
    this.#known.delete(tag)
    if (this.#closing.has(tag)) return
    this.#closing.add(tag)
    const closing = book.subscriptions.map((kept) => this.#enqueue(kept.id, () => this.#closeOne(tag, kept)))
    void Promise.all(closing).then(() => {
      this.#closing.delete(tag)
      if (!this.#isClosed && !this.#open.has(tag)) book.forget(tag)
    })
  }

  async #closeOne(tag: string, kept: KeptSubscription): Promise<void> {
    if (this.#options.book.toldOf(tag)[kept.id] !== 'sent') return
    const text = JSON.stringify({ type: 'close', tag } satisfies PushNotice)
    const delivery = { ttlSeconds: CLOSE_SECONDS, urgency: 'normal', topic: tag } as const
    await this.#send(kept, () => (this.#open.has(tag) ? null : { text, delivery }))
  }

  #isFor({ deviceId }: KeptSubscription, { kind }: InboxItem): boolean {
    const { isDeviceKnown, isDeviceVisible, wants } = this.#options
    return isDeviceKnown(deviceId) && !isDeviceVisible(deviceId) && wants(deviceId, kind)
  }

  /** What is to be sent is asked for anew before each try: it may be over by then. */
  async #send(kept: KeptSubscription, write: () => Letter | null): Promise<PushOutcome['kind'] | null> {
    const { book, client, log, retryMs = (tries) => 1000 * 4 ** tries } = this.#options
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const isThere = book.subscriptions.some(({ id }) => id === kept.id)
      const letter = isThere && !this.#isClosed ? write() : null
      if (letter === null) return null
      const outcome = await client.send(kept.subscription, letter.text, letter.delivery)
      if (this.#isClosed) return outcome.kind
      this.#removeIfGone(kept, outcome)
      if (outcome.kind === 'refused') log.warn({ device: kept.deviceId, reason: outcome.message }, 'notice refused')
      if (outcome.kind !== 'later') return outcome.kind
      log.info({ device: kept.deviceId, reason: outcome.message, tries: tries + 1 }, 'notice delayed')
      await this.#pause(outcome.afterMs ?? retryMs(tries))
    }
    return 'later'
  }

  #removeIfGone(kept: KeptSubscription, { kind }: PushOutcome): void {
    if (kind === 'gone') this.#options.book.remove(({ id }) => id === kept.id)
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#pauses.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms).unref()
      this.#pauses.add(done)
    })
  }

  #enqueue(id: string, work: () => Promise<void>): Promise<void> {
    const { log } = this.#options
    // A full disk must not take the server down with a notice.
    const fail = (error: Error) => log.error({ reason: error.message }, 'notice failed')
    const done = (this.#queues.get(id) ?? Promise.resolve()).then(work).catch(fail)
    this.#queues.set(id, done)
    void done.then(() => {
      if (this.#queues.get(id) === done) this.#queues.delete(id)
    })
    return done
  }
}

function toSentence(outcome: PushOutcome): string {
  switch (outcome.kind) {
    case 'sent':
      return 'The push service has taken it.'
    case 'gone':
      return 'The browser has ended this subscription. Turn notifications on again.'
    default:
      return outcome.message
  }
}
