import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificate } from './create-certificate.ts'
import { decryptPush, type PushReceiver } from './decrypt-push.ts'

export interface ReceivedPush {
  /** Which subscription it came for. */
  name: string
  headers: IncomingHttpHeaders
  /** What the browser would have read. */
  data: unknown
  /** The claims of its signed token; null when the signature is not of the key that it names. */
  claims: Record<string, unknown> | null
  /** The key that the browser must have subscribed with. */
  publicKey: string
}

export interface TestPushService {
  /** The certificate, as the CA to trust. */
  ca: string
  port: number
  received: ReceivedPush[]
  /** A browser's subscription, as it sends it to the server. */
  subscribe(name: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What the next push for this one is answered with; 201 without. */
  answer(name: string, status: number, headers?: Record<string, string>): void
  /** Resolves when so many have come, of all subscriptions or of one. */
  whenReceived(count: number, name?: string): Promise<void>
  close(): Promise<void>
}

const HOST = 'push.example.test'

/** A push service on loopback, with TLS, as a browser's vendor runs one. Reads what it gets, which a real one cannot. */
export async function startPushService(): Promise<TestPushService> {
  const { cert, key } = createCertificate([HOST])
  const receivers = new Map<string, PushReceiver>()
  const answers = new Map<string, { status: number; headers: Record<string, string> }[]>()
  const received: ReceivedPush[] = []
  const watchers = new Set<() => void>()

  function take(name: string, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
    const receiver = receivers.get(name)
    const planned = answers.get(name)?.shift()
    if (receiver === undefined) response.writeHead(404).end()
    else if (planned !== undefined) response.writeHead(planned.status, planned.headers).end('no')
    else {
      received.push({ name, headers, data: JSON.parse(decryptPush(body, receiver)), ...readVapid(headers) })
      response.writeHead(201, { location: `https://${HOST}/message/${received.length}` }).end()
    }
    for (const watcher of watchers) watcher()
  }

  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    take((request.url ?? '').slice('/send/'.length), request.headers, Buffer.concat(chunks), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ca: cert,
    port,
    received,
    subscribe(name) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      receivers.set(name, { keys, auth })
      const p256dh = keys.getPublicKey('base64url')
      return { endpoint: `https://${HOST}:${port}/send/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    answer(name, status, headers = {}) {
      answers.set(name, [...(answers.get(name) ?? []), { status, headers }])
    },
    whenReceived(count, name) {
      const isSo = () => received.filter((push) => name === undefined || push.name === name).length >= count
      return new Promise((resolve) => {
        const watcher = () => {
          if (!isSo()) return
          watchers.delete(watcher)
          resolve()
        }
        watchers.add(watcher)
        watcher()
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** `Authorization: vapid t=TOKEN, k=KEY` (RFC 8292). */
function readVapid({ authorization = '' }: IncomingHttpHeaders): Pick<ReceivedPush, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { publicKey, claims: isTrue ? JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) : null }
}
