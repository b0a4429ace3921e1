import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { PROOF_HEADER, PROOF_PROTOCOL_PREFIX, SOCKET_PROTOCOL, toProofText } from '@quarterdeck/contract'
import { askServer } from './ask-server.ts'
import type { TestServer } from './start-server.ts'

type Where = Pick<TestServer, 'url' | 'token'>

/** A device as a browser is one, without a browser: its cookie, its key, and what it sends with them. */
export class PairedDevice {
  readonly deviceId: string
  readonly origin: string
  readonly cookie: string
  proof = ''
  readonly #url: string
  readonly #key: KeyObject

  private constructor(url: string, { deviceId, origin, cookie, key }: Found) {
    this.#url = url
    this.deviceId = deviceId
    this.origin = origin
    this.cookie = cookie
    this.#key = key
  }

  /** Pairs with a link that the server's token has made. */
  static async pair(server: Where, options: { name?: string; origin?: string } = {}): Promise<PairedDevice> {
    const { name = 'A test', origin = new URL(server.url).origin } = options
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const body = { secret: await createPairingSecret(server), name, publicKey: publicKey.export({ format: 'jwk' }) }
    const answer = await askServer(server.url, 'POST', '/api/pair', { body, headers: { origin } })
    if (answer.status !== 201) throw new Error(`It was not paired: ${answer.text}`)
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const device = new PairedDevice(server.url, { ...(answer.json() as Found), origin, cookie, key: privateKey })
    await device.prove()
    return device
  }

  /** Signs a nonce of the server, as the page does. */
  async prove(): Promise<void> {
    const headers = { origin: this.origin, cookie: this.cookie }
    const asked = await askServer(this.#url, 'POST', '/api/proof/nonce', { body: {}, headers })
    const { nonce } = asked.json() as { nonce: string }
    const body = { nonce, signature: this.sign(nonce) }
    const answer = await askServer(this.#url, 'POST', '/api/proof', { body, headers })
    if (answer.status !== 200) throw new Error(`It could not prove itself: ${answer.text}`)
    this.proof = (answer.json() as { token: string }).token
  }

  sign(nonce: string, origin = this.origin): string {
    const text = Buffer.from(toProofText(origin, nonce))
    return sign('sha256', text, { key: this.#key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  }

  /** What its page sends with every request. */
  get headers(): Record<string, string> {
    return { origin: this.origin, cookie: this.cookie, [PROOF_HEADER]: this.proof }
  }

  get socketProtocols(): string[] {
    return [SOCKET_PROTOCOL, PROOF_PROTOCOL_PREFIX + this.proof]
  }
}

interface Found {
  deviceId: string
  origin: string
  cookie: string
  key: KeyObject
}

/** What stands behind `#pair=` in a new link. */
export async function createPairingSecret(server: Where): Promise<string> {
  return (await createPairingLink(server)).split('#pair=')[1] ?? ''
}

export async function createPairingLink({ url, token }: Where): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await askServer(url, 'POST', '/api/devices/link', { body: {}, headers })
  if (answer.status !== 201) throw new Error(`There is no link: ${answer.text}`)
  return (answer.json() as { link: string }).link
}
