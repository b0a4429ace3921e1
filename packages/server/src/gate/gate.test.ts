import { describe, expect, it } from 'vitest'
import { createGate, type Knock, type Policy } from './gate.ts'

const gate = createGate('secret-token', 4100)
const good: Knock = {
  host: '127.0.0.1:4100',
  origin: 'http://127.0.0.1:4100',
  secFetchSite: 'same-origin',
  authorization: 'Bearer secret-token',
}

function answer(knock: Partial<Knock>, policy: Policy = 'signed_in'): string {
  try {
    gate.check({ ...good, ...knock }, policy)
    return 'in'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the gate', () => {
  it('lets in our page, and a program without an origin', () => {
    expect(answer({})).toBe('in')
    expect(answer({ origin: undefined, secFetchSite: undefined })).toBe('in')
    expect(answer({ host: 'localhost:4100', origin: 'http://localhost:4100' })).toBe('in')
    expect(answer({ host: '[::1]:4100', origin: 'http://[::1]:4100' })).toBe('in')
  })

  it('takes the token of a socket from its protocols', () => {
    const protocols = 'quarterdeck.v1, quarterdeck.bearer.secret-token'
    expect(answer({ authorization: undefined, protocols })).toBe('in')
    expect(answer({ authorization: undefined, protocols: 'quarterdeck.bearer.other' })).toBe('unauthorized')
  })

  const hosts = [
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:41000',
    'localhost',
    'localhost.:4100',
    'localhost.evil.com:4100',
  ]
  const more = [
    'evil.com',
    '127.0.0.1.nip.io:4100',
    '0x7f.1:4100',
    '2130706433:4100',
    '[::ffff:127.0.0.1]:4100',
    'user@127.0.0.1:4100',
    '127.0.0.1:4100.',
  ]
  it.each([...hosts, ...more])('refuses the host %j, even on a public route', (host) => {
    expect(answer({ host })).toBe('forbidden_host')
    expect(answer({ host }, 'open')).toBe('forbidden_host')
  })

  const origins = [
    'null',
    '',
    'http://127.0.0.1',
    'https://127.0.0.1:4100',
    'http://127.0.0.1:4101',
    'http://localhost.evil.com:4100',
    'http://evil.com',
  ]
  it.each([...origins, 'http://127.0.0.1:4100/', 'HTTP://127.0.0.1:4100', 'file://', 'http://127.0.0.1:4100@evil.com'])(
    'refuses the origin %j, whatever the credential',
    (origin) => {
      expect(answer({ origin })).toBe('forbidden_origin')
    },
  )

  it.each(['cross-site', 'same-site', 'none', 'anything'])(
    'refuses Sec-Fetch-Site %s where it matters',
    (secFetchSite) => {
      expect(answer({ secFetchSite })).toBe('forbidden_origin')
      expect(answer({ secFetchSite, origin: undefined }, 'open')).toBe('in')
    },
  )

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    'bearer secret-token',
    'Bearer secret-token ',
    'Basic secret-token',
    'Bearer secret-tokenx',
  ])('refuses the credential %j', (authorization) => {
    expect(answer({ authorization })).toBe('unauthorized')
    expect(answer({ authorization }, 'open')).toBe('in')
  })
})
