import { type PairDevice, toProofText } from '@quarterdeck/contract'
import { toBase64Url } from './base64url.ts'
import { openKeyStore } from './key-store.ts'

/** The second proof of a page, beside its cookie. */
export interface SecondProof {
  kind: 'key' | 'secret'
  /** Whether there is one from an earlier visit. */
  exists(): Promise<boolean>
  /** Makes a new one, keeps it, and gives what the server is told of it. */
  create(): Promise<Pick<PairDevice, 'publicKey' | 'deviceSecret'>>
  /** Signs a nonce; or, where there is no key, gives the secret itself. */
  sign(origin: string, nonce: string): Promise<string>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/** A key of WebCrypto where the browser has it; it does not have it on a page without encryption. */
export function createSecondProof(instance: string): SecondProof {
  const name = `quarterdeck-${instance}`
  return globalThis.crypto.subtle === undefined ? createStoredSecret(name) : createStoredKey(name)
}

function createStoredKey(name: string): SecondProof {
  const store = openKeyStore(name)
  return {
    kind: 'key',
    exists: async () => (await store.read()) !== null,
    async create() {
      const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
      await store.write(pair)
      const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
      return { publicKey: { kty: 'EC', crv: 'P-256', x, y } }
    },
    async sign(origin, nonce) {
      const pair = await store.read()
      if (pair === null) throw new Error('This browser has no key.')
      const text = new TextEncoder().encode(toProofText(origin, nonce))
      return toBase64Url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text))
    },
  }
}

function createStoredSecret(name: string): SecondProof {
  return {
    kind: 'secret',
    exists: async () => localStorage.getItem(name) !== null,
    async create() {
      const deviceSecret = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
      localStorage.setItem(name, deviceSecret)
      return { deviceSecret }
    },
    async sign() {
      const secret = localStorage.getItem(name)
      if (secret === null) throw new Error('This browser has no secret.')
      return secret
    },
  }
}
