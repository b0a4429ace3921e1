import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { SubscribePush } from '@quarterdeck/contract'
import { createGuardedLookup, PRIVATE_ADDRESS } from './guarded-lookup.ts'
import { parsePushEndpoint } from './push-endpoint.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface PushDelivery {
  /** So long it is of use to somebody whose device is off. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** One that has not arrived yet is replaced by the next of the same topic. */
  topic: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The browser has no such subscription any more. */
  | { kind: 'gone' }
  /** The service is busy or out of reach. */
  | { kind: 'later'; afterMs: number | null; message: string }
  | { kind: 'refused'; message: string }

export interface PushClient {
  send(subscription: SubscribePush, text: string, delivery: PushDelivery): Promise<PushOutcome>
  close(): void
}

export interface PushClientOptions {
  /** Read when they are first needed: most servers tell nobody. */
  keys: () => Promise<VapidKeys>
  /** Whom a push service can turn to: an address with https: or mailto:. */
  subject: string
  /** Tests lead a name to a service of their own, with a certificate of their own. */
  lookup?: LookupFunction | undefined
  ca?: string | undefined
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
const LONGEST_ANSWER_BYTES = 16 * 1024

/** Speaks with push services (RFC 8030, 8188, 8291, 8292). What they answer beside the status is not read. */
export function createPushClient(options: PushClientOptions): PushClient {
  const { keys, subject, lookup = createGuardedLookup(), ca, timeoutMs = TIMEOUT_MS } = options
  const agent = new Agent({ keepAlive: true, maxSockets: 4, lookup, ...(ca && { ca }) })
  return {
    async send(subscription, text, delivery) {
      const parsed = parsePushEndpoint(subscription.endpoint)
      if (parsed.kind === 'wrong') return { kind: 'refused', message: parsed.message }
      const { url } = parsed
      const { default: webPush } = await import('web-push')
      const { p256dh, auth } = subscription.keys
      let body: Buffer
      try {
        body = webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText
      } catch (error) {
        // A point that is not on the curve looks like a key until it is used.
        return { kind: 'refused', message: `The keys of the subscription are of no use: ${(error as Error).message}.` }
      }
      const { publicKey, privateKey } = await keys()
      const vapid = webPush.getVapidHeaders(url.origin, subject, publicKey, privateKey, 'aes128gcm')
      const headers = {
        authorization: vapid.Authorization,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: delivery.ttlSeconds,
        urgency: delivery.urgency,
        topic: delivery.topic,
      }
      return post(url, { agent, headers, body, timeoutMs })
    },
    close: () => agent.destroy(),
  }
}

interface Post {
  agent: Agent
  headers: Record<string, string | number>
  body: Buffer
  timeoutMs: number
}

function post(url: URL, { agent, headers, body, timeoutMs }: Post): Promise<PushOutcome> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(url, { method: 'POST', agent, headers, signal }, (response) => {
      const { statusCode = 0 } = response
      let left = LONGEST_ANSWER_BYTES
      response.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) response.destroy()
      })
      response.on('error', () => response.destroy())
      resolve(toOutcome(statusCode, response.headers['retry-after']))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(toFailure(error, url)))
    sent.end(body)
  })
}

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const message = `The push service answered with ${status}.`
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: parseRetryAfter(retryAfter), message }
  return { kind: 'refused', message }
}

/** Seconds, or a date. */
function parseRetryAfter(text: string | undefined, now = Date.now()): number | null {
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
}

function toFailure(error: NodeJS.ErrnoException, { hostname }: URL): PushOutcome {
  if (error.code === PRIVATE_ADDRESS)
    return { kind: 'refused', message: `'${hostname}' leads into a private network, where no push service is.` }
  return { kind: 'later', afterMs: null, message: `The push service '${hostname}' cannot be reached (${error.code}).` }
}
