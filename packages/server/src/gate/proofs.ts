import { createPublicKey, verify } from 'node:crypto'
import { toProofText } from '@quarterdeck/contract'
import type { Device } from './device.ts'
import { createSecret, hashSecret, isSecretOf } from './secret.ts'

export const NONCE_LIFE_MS = 60_000
export const PROOF_LIFE_MS = 15 * 60_000
/** For each device: more tabs than anybody has open. */
const MAX_OF_A_DEVICE = 100

interface Entry {
  deviceId: string
  origin: string
  expiresAt: number
}

/**
 * The second proof: the page signs a nonce with a key that no other origin can use, and has a token for a while. Cookies alone would not do: every
 * port of a machine gets them.
 */
export class Proofs {
  readonly #nonces = new Map<string, Entry>()
  readonly #tokens = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  createNonce(deviceId: string, origin: string): string {
    return this.#issue(this.#nonces, { deviceId, origin, expiresAt: this.#now() + NONCE_LIFE_MS })
  }

  /** A token for a signature of the nonce; null where anything of it is not as it should be. The nonce is used up either way. */
  prove(device: Device, origin: string, { nonce, signature }: { nonce: string; signature: string }): string | null {
    const entry = take(this.#nonces, hashSecret(nonce))
    if (entry === undefined || entry.expiresAt <= this.#now()) return null
    if (entry.deviceId !== device.deviceId || entry.origin !== origin || device.origin !== origin) return null
    if (device.proof.kind !== 'key' || !isSigned(device.proof.publicKey, toProofText(origin, nonce), signature))
      return null
    return this.#issue(this.#tokens, { deviceId: device.deviceId, origin, expiresAt: this.#now() + PROOF_LIFE_MS })
  }

  /** Whether the token is this device's, and not too old. */
  isProven(device: Device, origin: string | undefined, token: string, mayUseSecrets: boolean): boolean {
    if (origin !== undefined && origin !== device.origin) return false
    if (device.proof.kind === 'secret') return mayUseSecrets && isSecretOf(device.proof.hash, token)
    const entry = this.#tokens.get(hashSecret(token))
    return entry !== undefined && entry.expiresAt > this.#now() && entry.deviceId === device.deviceId
  }

  forget(deviceId: string): void {
    for (const entries of [this.#nonces, this.#tokens])
      for (const [hash, entry] of entries) if (entry.deviceId === deviceId) entries.delete(hash)
  }

  #issue(entries: Map<string, Entry>, entry: Entry): string {
    for (const [hash, { expiresAt }] of entries) if (expiresAt <= this.#now()) entries.delete(hash)
    const own = [...entries].filter(([, { deviceId }]) => deviceId === entry.deviceId)
    for (const [hash] of own.slice(0, Math.max(0, own.length - MAX_OF_A_DEVICE + 1))) entries.delete(hash)
    const secret = createSecret()
    entries.set(hashSecret(secret), entry)
    return secret
  }
}

function take<T>(entries: Map<string, T>, key: string): T | undefined {
  const found = entries.get(key)
  entries.delete(key)
  return found
}

function isSigned(publicKey: { x: string; y: string }, text: string, signature: string): boolean {
  const jwk = { kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.y }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  // As WebCrypto writes signatures: two numbers, one behind the other.
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
