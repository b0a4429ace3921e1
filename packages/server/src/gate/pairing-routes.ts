import { createPublicKey } from 'node:crypto'
import type { PairDevice } from '@quarterdeck/contract'
import { pairingRoutes } from '@quarterdeck/contract/routes'
import { JsonReply } from '../http/app/json-reply.ts'
import { type RouteCall, type ServedRoute, serve } from '../http/app/serve.ts'
import { ServerError } from '../server-error.ts'
import { isLoopback } from './addresses.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { readCookies, toCookie } from './cookie.ts'
import type { Device } from './device.ts'
import type { DeviceStore } from './device-store.ts'
import { toCookieName } from './gate.ts'
import type { GateEvent } from './gate-event.ts'
import type { PairingLinks, Redeemed } from './pairing-links.ts'
import { NONCE_LIFE_MS, PROOF_LIFE_MS, type Proofs } from './proofs.ts'
import { createSecret, hashSecret } from './secret.ts'

export interface PairingOptions {
  devices: DeviceStore
  links: PairingLinks
  proofs: Proofs
  basePath: string
  mayUseSecrets: boolean
  onEvent: (event: GateEvent) => void
  now?: () => number
}

const MAX_DEVICES = 200
const LIMIT = { failures: 10, windowMs: 60_000 }
const REFUSALS: Readonly<Record<Exclude<Redeemed, 'paired'>, ['link_used' | 'link_expired', string]>> = {
  used: ['link_used', "This link was used already. 'quarterdeck pair' makes a new one."],
  expired: ['link_expired', "This link is not valid, or not any more. 'quarterdeck pair' makes a new one."],
}

/** First contact, and the second proof. */
export function createPairingRoutes(options: PairingOptions): ServedRoute[] {
  const { devices, links, proofs, basePath, mayUseSecrets, onEvent, now } = options
  const limit = createAttemptLimit({ ...LIMIT, ...(now && { now }) })
  const name = toCookieName(devices.instance)

  /** With the device's cookie, for as long again as a browser keeps one. */
  function answer<T>(value: T, { cookie, origin }: { cookie: string; origin: string }): JsonReply<T> {
    const setCookie = toCookie(name, cookie, { basePath, isSecure: origin.startsWith('https:') })
    return new JsonReply(value, { 'set-cookie': setCookie })
  }

  function refusePairing(
    from: string,
    code: 'link_used' | 'link_expired' | 'too_many_requests',
    message: string,
  ): never {
    onEvent({ type: 'pairing_refused', reason: code, from })
    throw new ServerError(code, message)
  }

  return [
    serve(pairingRoutes.pair, ({ body, request, remoteAddress }) => {
      const origin = readOrigin(request)
      if (!limit.mayTry(remoteAddress))
        refusePairing(remoteAddress, 'too_many_requests', 'Too many wrong links. Wait a minute and try again.')
      const proof = readProof(body, origin, mayUseSecrets)
      if (devices.list().length >= MAX_DEVICES)
        throw new ServerError('not_allowed', `${MAX_DEVICES} devices are paired. Revoke one first.`)
      const redeemed = links.redeem(body.secret)
      if (redeemed !== 'paired') {
        limit.noteFailure(remoteAddress)
        refusePairing(remoteAddress, ...REFUSALS[redeemed])
      }
      const cookie = createSecret()
      const device = devices.add({ name: body.name, origin, cookie, proof })
      onEvent({ type: 'paired', deviceId: device.deviceId, name: device.name, origin })
      return answer({ deviceId: device.deviceId, name: device.name }, { cookie, origin })
    }),
    serve(pairingRoutes.createNonce, (call) => ({
      nonce: proofs.createNonce(findDevice(devices, name, call).device.deviceId, readOrigin(call.request)),
      expiresInMs: NONCE_LIFE_MS,
    })),
    serve(pairingRoutes.prove, (call) => {
      const { device, cookie } = findDevice(devices, name, call)
      const origin = readOrigin(call.request)
      const token = proofs.prove(device, origin, call.body)
      if (token === null)
        throw new ServerError('proof_needed', 'That is no signature of this device for that nonce. Ask for another.')
      return answer({ token, expiresInMs: PROOF_LIFE_MS }, { cookie, origin })
    }),
  ]
}

/** Browsers send it with every POST; a key belongs to it. */
function readOrigin(request: Request): string {
  const origin = request.headers.get('origin')
  if (origin === null)
    throw new ServerError('forbidden_origin', 'Only a page has an Origin, and only a page is paired.')
  return origin
}

/** Which device is behind the gate's back: its cookie has just been seen there. */
function findDevice(
  devices: DeviceStore,
  name: string,
  { request }: Pick<RouteCall, 'request'>,
): { device: Device; cookie: string } {
  for (const cookie of readCookies(request.headers.get('cookie') ?? undefined, name)) {
    const device = devices.findByCookie([cookie])
    if (device !== null) return { device, cookie }
  }
  throw new ServerError('unauthorized', 'This browser is not paired any more.')
}

function readProof({ publicKey, deviceSecret }: PairDevice, origin: string, mayUseSecrets: boolean): Device['proof'] {
  if (publicKey !== undefined) {
    const { x, y } = publicKey
    const key = { kty: 'EC', crv: 'P-256', x, y } as const
    assertOnCurve(key)
    return { kind: 'key', publicKey: key }
  }
  if (deviceSecret === undefined) throw new ServerError('bad_request', "'publicKey': it is missing.")
  const { protocol, hostname } = new URL(origin)
  if (!mayUseSecrets || protocol === 'https:' || isLoopback(hostname))
    throw new ServerError(
      'not_allowed',
      'A page without encryption has no key, and is only let in with --insecure-lan. Use https, or http://127.0.0.1.',
    )
  return { kind: 'secret', hash: hashSecret(deviceSecret) }
}

function assertOnCurve(key: { kty: 'EC'; crv: 'P-256'; x: string; y: string }): void {
  try {
    createPublicKey({ key, format: 'jwk' })
  } catch {
    throw new ServerError('bad_request', "'publicKey': it is no point of P-256.")
  }
}
