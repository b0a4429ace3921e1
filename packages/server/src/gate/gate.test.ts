import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Policy, toProofText } from '@quarterdeck/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { createAddresses } from './addresses.ts'
import { DeviceStore } from './device-store.ts'
import { createGate, toCookieName } from './gate.ts'
import type { Knock } from './knock.ts'
import { PROOF_LIFE_MS, Proofs } from './proofs.ts'
import { hashSecret } from './secret.ts'

const ORIGIN = 'http://127.0.0.1:4100'
const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-gate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let now = Date.parse('2026-01-01T00:00:00Z')
const devices = new DeviceStore(join(folder, 'devices.json'), () => now)
const proofs = new Proofs(() => now)
const options = {
  host: '127.0.0.1',
  port: 4100,
  isTls: false,
  basePath: '',
  publicUrls: ['https://deck.example.com'],
  ownAddresses: [],
}
const addresses = createAddresses(options)
const parts = { addresses, token: 'secret-token', devices, proofs, bridgeKey: 'bridge-key' }
const gate = createGate({ ...parts, mayUseSecrets: false })
const lanGate = createGate({ ...parts, mayUseSecrets: true })

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const key = { kind: 'key', publicKey: { kty: 'EC', crv: 'P-256', x, y } } as const
const device = devices.add({ name: 'Laptop', origin: ORIGIN, cookie: 'the-cookie', proof: key })
const cookie = `${toCookieName(devices.instance)}=the-cookie`

const good: Knock = {
  method: 'POST',
  host: '127.0.0.1:4100',
  origin: ORIGIN,
  secFetchSite: 'same-origin',
  secFetchMode: 'cors',
  secFetchDest: 'empty',
  authorization: 'Bearer secret-token',
  cookie: undefined,
  proof: undefined,
  protocol: undefined,
  socketProtocols: null,
}

function answer(knock: Partial<Knock>, policy: Policy = 'signed_in', at = gate): string {
  try {
    return at.check({ ...good, ...knock }, policy).kind
  } catch (error) {
    return (error as { code: string }).code
  }
}

function prove(origin = ORIGIN, signedFor = origin): string | null {
  const nonce = proofs.createNonce(device.deviceId, origin)
  const data = Buffer.from(toProofText(signedFor, nonce))
  const signature = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return proofs.prove(device, origin, { nonce, signature })
}

function asDevice(knock: Partial<Knock> = {}): Partial<Knock> {
  return { authorization: undefined, cookie, proof: prove() ?? undefined, ...knock }
}

describe('the gate, by host and origin', () => {
  it('lets in our page, a page of a public address, and a program without an origin', () => {
    expect(answer({})).toBe('program')
    expect(answer({ origin: undefined, secFetchSite: undefined })).toBe('program')
    expect(answer({ host: 'localhost:4100', origin: 'http://localhost:4100' })).toBe('program')
    expect(answer({ host: '[::1]:4100', origin: 'http://[::1]:4100' })).toBe('program')
    expect(answer({ host: 'deck.example.com', origin: 'https://deck.example.com' })).toBe('program')
  })

  it.each([
    ...[undefined, '', '127.0.0.1', '127.0.0.1:80', '127.0.0.1:41000', 'localhost', 'localhost.:4100', 'evil.com'],
    ...['localhost.evil.com:4100', '127.0.0.1.nip.io:4100', '0x7f.1:4100', '2130706433:4100', '127.0.0.1:4100.'],
    ...[
      '[::ffff:127.0.0.1]:4100',
      'user@127.0.0.1:4100',
      'deck.example.com:4100',
      'deck.example.com.',
      'LOCALHOST:4100',
    ],
  ])('refuses the host %j, even on an open route', (host) => {
    expect(answer({ host })).toBe('forbidden_host')
    expect(answer({ host }, 'open')).toBe('forbidden_host')
    expect(answer({ host }, 'page')).toBe('forbidden_host')
  })

  it.each([
    ...[
      'null',
      '',
      'http://127.0.0.1',
      'https://127.0.0.1:4100',
      'http://127.0.0.1:4101',
      'http://evil.com',
      'file://',
    ],
    ...['http://localhost.evil.com:4100', 'http://127.0.0.1:4100/', 'HTTP://127.0.0.1:4100', 'http://deck.example.com'],
    ...['http://127.0.0.1:4100@evil.com', 'https://deck.example.com:4100', `${ORIGIN}, ${ORIGIN}`],
  ])('refuses the origin %j, whatever the credential', (origin) => {
    expect(answer({ origin })).toBe('forbidden_origin')
    expect(answer(asDevice({ origin }))).toBe('forbidden_origin')
    expect(answer({ origin }, 'open')).toBe('forbidden_origin')
  })

  it.each(['cross-site', 'same-site', 'anything'])('refuses Sec-Fetch-Site %s', (secFetchSite) => {
    expect(answer({ secFetchSite })).toBe('forbidden_origin')
    expect(answer({ secFetchSite, origin: undefined }, 'open')).toBe('forbidden_origin')
  })

  it('lets other sites link to the page, and put nothing of it into theirs', () => {
    const link = { method: 'GET', origin: undefined, secFetchSite: 'cross-site', secFetchMode: 'navigate' }
    expect(answer({ ...link, secFetchDest: 'document' }, 'page')).toBe('nobody')
    expect(answer({ ...link, secFetchDest: 'document' }, 'open')).toBe('forbidden_origin')
    expect(answer({ ...link, secFetchDest: 'iframe' }, 'page')).toBe('forbidden_origin')
    expect(answer({ ...link, method: 'POST', secFetchDest: 'document' }, 'page')).toBe('forbidden_origin')
    expect(answer({ ...link, secFetchMode: 'no-cors', secFetchDest: 'script' }, 'page')).toBe('forbidden_origin')
    expect(answer({ ...link, secFetchSite: 'none', secFetchDest: 'document' }, 'page')).toBe('nobody')
  })
})

describe('the gate, by credential', () => {
  it.each([
    ...[undefined, '', 'Bearer', 'Bearer ', 'Bearer wrong', 'bearer secret-token', 'Bearer secret-token '],
    ...['Basic secret-token', 'Bearer secret-tokenx', 'Bearer bridge-key'],
  ])('refuses the token %j', (authorization) => {
    expect(answer({ authorization })).toBe('unauthorized')
    expect(answer({ authorization }, 'open')).toBe('nobody')
  })

  it('lets a device in with both proofs, and with neither alone', () => {
    expect(answer(asDevice())).toBe('device')
    expect(answer(asDevice({ proof: undefined }))).toBe('proof_needed')
    expect(answer(asDevice({ proof: 'wrong' }))).toBe('proof_needed')
    expect(answer(asDevice({ cookie: undefined }))).toBe('unauthorized')
    expect(answer(asDevice({ cookie: `${toCookieName('000000000000')}=the-cookie` }))).toBe('unauthorized')
    // A wrong bearer is not made good by a right cookie.
    expect(answer(asDevice({ authorization: 'Bearer wrong' }))).toBe('unauthorized')
  })

  it('finds its cookie among those that other ports have set', () => {
    const name = toCookieName(devices.instance)
    expect(answer(asDevice({ cookie: `${name}=tossed; other=x; ${name}=the-cookie` }))).toBe('device')
  })

  it('takes a proof from the page that it was made for alone, and only for a while', () => {
    const knock = asDevice()
    expect(answer({ ...knock, host: 'deck.example.com', origin: 'https://deck.example.com' })).toBe('proof_needed')
    now += PROOF_LIFE_MS - 1
    expect(answer(knock)).toBe('device')
    now += 1
    expect(answer(knock)).toBe('proof_needed')
  })

  it('opens a socket for a device with an Origin, and without one for a program alone', () => {
    const socketProtocols = ['quarterdeck.v1', `quarterdeck.proof.${prove()}`]
    const socket = asDevice({ proof: undefined, secFetchSite: undefined, socketProtocols })
    expect(answer(socket)).toBe('device')
    expect(answer({ ...socket, origin: undefined })).toBe('forbidden_origin')
    expect(answer({ ...socket, socketProtocols: ['quarterdeck.v1'] })).toBe('proof_needed')
    expect(answer({ origin: undefined, secFetchSite: undefined, socketProtocols: [''] })).toBe('program')
    expect(answer({ authorization: undefined, socketProtocols: ['quarterdeck.bearer.secret-token'] })).toBe(
      'unauthorized',
    )
  })

  it('keeps the doors of programs, of the bridge and of half a proof apart', () => {
    expect(answer({}, 'program')).toBe('program')
    expect(answer(asDevice(), 'program')).toBe('not_allowed')
    expect(answer(asDevice({ proof: undefined }), 'program')).toBe('proof_needed')
    expect(answer(asDevice({ proof: undefined }), 'half')).toBe('device')
    expect(answer({}, 'half')).toBe('not_allowed')
    const bridge = { origin: undefined, secFetchSite: undefined, authorization: 'Bearer bridge-key' }
    expect(answer(bridge, 'bridge')).toBe('bridge')
    expect(answer({ ...bridge, origin: ORIGIN }, 'bridge')).toBe('forbidden_origin')
    expect(answer({ ...bridge, authorization: good.authorization }, 'bridge')).toBe('unauthorized')
    expect(answer({ ...bridge, authorization: undefined }, 'bridge')).toBe('unauthorized')
    expect(answer({ ...bridge }, 'signed_in')).toBe('unauthorized')
  })

  it('asks for the version last, and takes what names none', () => {
    expect(answer({ protocol: '1' })).toBe('program')
    expect(answer({ protocol: '2' })).toBe('reload_needed')
    expect(answer({ socketProtocols: ['quarterdeck.v7'] })).toBe('reload_needed')
    expect(answer({ socketProtocols: ['quarterdeck.v7', 'quarterdeck.v1'] })).toBe('program')
    expect(answer({ protocol: '2', authorization: 'Bearer wrong' })).toBe('unauthorized')
  })

  it('takes a secret for a key only where that was allowed', () => {
    const origin = 'http://127.0.0.1:4100'
    const proof = { kind: 'secret', hash: hashSecret('stored') } as const
    devices.add({ name: 'Phone', origin, cookie: 'phone', proof })
    const knock = asDevice({ cookie: `${toCookieName(devices.instance)}=phone`, proof: 'stored' })
    expect(answer(knock, 'signed_in', lanGate)).toBe('device')
    expect(answer({ ...knock, proof: 'other' }, 'signed_in', lanGate)).toBe('proof_needed')
    expect(answer(knock)).toBe('proof_needed')
  })

  it('tells whoever has a socket open that its device was revoked, and lets it in no more', () => {
    const lost = devices.add({ name: 'Lost', origin: ORIGIN, cookie: 'lost', proof: key })
    const caller = { kind: 'device', deviceId: lost.deviceId, name: lost.name } as const
    const told: string[] = []
    gate.onRevoked(caller, () => told.push('first'))
    const end = gate.onRevoked(caller, () => told.push('closed before'))
    end()
    devices.revoke(lost.deviceId)
    expect(told).toEqual(['first'])
    expect(answer({ authorization: undefined, cookie: `${toCookieName(devices.instance)}=lost` }, 'half')).toBe(
      'unauthorized',
    )
    expect(new DeviceStore(join(folder, 'devices.json')).findByCookie(['lost'])).toBeNull()
  })
})

describe('the second proof', () => {
  it('is a signature of a nonce, for the page that asked, once', () => {
    expect(prove()).not.toBeNull()
    expect(prove('https://deck.example.com')).toBeNull()
    expect(prove(ORIGIN, 'http://127.0.0.1:4101')).toBeNull()
    const nonce = proofs.createNonce(device.deviceId, ORIGIN)
    const signature = sign('sha256', Buffer.from(toProofText(ORIGIN, nonce)), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    const given = { nonce, signature: signature.toString('base64url') }
    expect(proofs.prove(device, ORIGIN, given)).not.toBeNull()
    expect(proofs.prove(device, ORIGIN, given)).toBeNull()
  })

  it('does not take a nonce that is too old, or that was used for a wrong signature', () => {
    const old = proofs.createNonce(device.deviceId, ORIGIN)
    const toGiven = (nonce: string) => ({
      nonce,
      signature: sign('sha256', Buffer.from(toProofText(ORIGIN, nonce)), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
    })
    now += 60_000
    expect(proofs.prove(device, ORIGIN, toGiven(old))).toBeNull()
    const spoilt = proofs.createNonce(device.deviceId, ORIGIN)
    expect(proofs.prove(device, ORIGIN, { nonce: spoilt, signature: 'A'.repeat(86) })).toBeNull()
    expect(proofs.prove(device, ORIGIN, toGiven(spoilt))).toBeNull()
  })
})
