import type { SubscribePush } from '@quarterdeck/contract'
import type { Api } from '../api.ts'
import { toTrustedScriptUrl } from '../trusted-script-url.ts'
import { type PushStanding, toStanding } from './push-standing.ts'

export interface PushDevice {
  /** How it stands now. A subscription that the server has lost is given to it again. */
  read(): Promise<PushStanding>
  /** Asks the person, if they were not asked yet. To be called from a click. */
  turnOn(): Promise<PushStanding>
  turnOff(): Promise<PushStanding>
  /** A sentence for each place that a notice was sent to. */
  test(): Promise<{ ok: boolean; message: string }[]>
}

/** `base` is the address that the page stands at: the worker is for all below it. */
export function createPushDevice(call: Api['call'], base: URL): PushDevice {
  async function findSubscription(): Promise<PushSubscription | null> {
    const registration = await navigator.serviceWorker?.getRegistration(base.href)
    return (await registration?.pushManager?.getSubscription()) ?? null
  }

  async function read(): Promise<PushStanding> {
    const subscription = await findSubscription()
    const standing = toStanding(readFacts(subscription !== null))
    if (standing !== 'on' || subscription === null) return standing
    const { endpoint } = subscription
    const { publicKey, isSubscribed } = await call('GET /api/push', { query: { endpoint } })
    if (isSubscribed) return standing
    // The server has other keys than it had: a subscription to the old ones is of no use.
    const hasOtherKey = !isSame(subscription.options.applicationServerKey, toBytes(publicKey))
    if (hasOtherKey) await subscription.unsubscribe()
    return hasOtherKey ? subscribe(publicKey) : send(subscription)
  }

  async function subscribe(publicKey: string): Promise<PushStanding> {
    await navigator.serviceWorker.register(toTrustedScriptUrl(new URL('sw.js', base)), { scope: base.pathname })
    const registration = await navigator.serviceWorker.ready
    const options = { userVisibleOnly: true, applicationServerKey: toBytes(publicKey) }
    return send(await registration.pushManager.subscribe(options))
  }

  async function send(subscription: PushSubscription): Promise<PushStanding> {
    const { endpoint, keys } = subscription.toJSON()
    await call('POST /api/push/subscribe', { body: { endpoint, keys } as SubscribePush })
    return 'on'
  }

  return {
    read,
    async turnOn() {
      const standing = toStanding(readFacts(false))
      if (standing !== 'off') return standing
      if ((await Notification.requestPermission()) !== 'granted') return toStanding(readFacts(false))
      const { publicKey } = await call('GET /api/push')
      return subscribe(publicKey)
    },
    async turnOff() {
      const subscription = await findSubscription()
      if (subscription !== null) {
        await call('POST /api/push/unsubscribe', { body: { endpoint: subscription.endpoint } })
        await subscription.unsubscribe()
      }
      return toStanding(readFacts(false))
    },
    test: async () => (await call('POST /api/push/test')).items,
  }
}

function readFacts(isSubscribed: boolean) {
  return {
    isSecureContext,
    hasServiceWorker: 'serviceWorker' in navigator,
    hasPushManager: 'PushManager' in globalThis,
    permission: 'Notification' in globalThis ? Notification.permission : undefined,
    isSubscribed,
  }
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function isSame(key: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(key ?? new ArrayBuffer(0))
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}
