import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { ServerError } from '../server-error.ts'
import { createGuardedLookup, PRIVATE_ADDRESS } from './guarded-lookup.ts'
import { PushBook } from './push-book.ts'
import { createPushClient } from './push-client.ts'
import type { PushParts } from './push-routes.ts'
import { PushService, type PushServiceOptions } from './push-service.ts'
import { readVapidKeys, type VapidKeys } from './vapid-keys.ts'

export interface Push {
  /** What the routes stand on. */
  parts: PushParts
  /** For a device that was revoked. */
  removeDevice(deviceId: string): void
  close(): void
}

export interface PushOptions extends Omit<PushServiceOptions, 'book' | 'client'> {
  /** Keys and subscriptions are kept here. */
  folder: string
  /** The address people use, where it is a public one: push services want to know whom to turn to. */
  publicUrl?: string | undefined
  /** Tests lead a name to a service of their own, with a certificate of their own. */
  lookup?: LookupFunction | undefined
  ca?: string | undefined
}

export function openPush({ folder, publicUrl, lookup, ca, ...options }: PushOptions): Push {
  let known: Promise<VapidKeys> | undefined
  const keys = () => (known ??= readVapidKeys(join(folder, 'vapid.json')))
  const subject = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@example.com'
  const guarded = lookup ?? createGuardedLookup()
  const book = new PushBook(join(folder, 'subscriptions.json'))
  const client = createPushClient({ keys, subject, lookup: guarded, ca })
  const service = new PushService({ ...options, book, client })
  const readPublicKey = async () => (await keys()).publicKey
  const assertPublic = (hostname: string) => checkName(hostname, guarded)
  return {
    parts: { book, service, readPublicKey, assertPublic },
    removeDevice: (deviceId) => service.removeDevice(deviceId),
    close: () => service.close(),
  }
}

/** A name that cannot be looked up now may be later: where it leads is seen again whenever we connect. */
function checkName(hostname: string, lookup: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) => {
      if (error?.code !== PRIVATE_ADDRESS) return resolve()
      const message = `The endpoint's host '${hostname}' leads into a private network, where no push service is.`
      reject(new ServerError('not_allowed', message))
    })
  })
}
