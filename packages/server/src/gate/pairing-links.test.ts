import { describe, expect, it } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'
import { LINK_LIFE_MS, PairingLinks } from './pairing-links.ts'

describe('a pairing link', () => {
  it('lets one in, once, within five minutes', () => {
    let now = 0
    const links = new PairingLinks(() => now)
    const [first, second] = [links.create(), links.create()]
    expect(first.expiresAt).toBe(300_000)
    expect(first.secret).toMatch(/^[\w-]{43}$/)
    expect(links.redeem(first.secret)).toBe('paired')
    expect(links.redeem(first.secret)).toBe('used')
    expect(links.redeem('')).toBe('expired')
    now = LINK_LIFE_MS - 1
    expect(links.redeem(first.secret)).toBe('used')
    now = LINK_LIFE_MS
    expect(links.redeem(second.secret)).toBe('expired')
    expect(links.redeem(first.secret)).toBe('expired')
  })

  it('gives way to newer ones where there are too many', () => {
    const links = new PairingLinks()
    const secrets = Array.from({ length: 51 }, () => links.create().secret)
    expect(links.redeem(secrets[0] ?? '')).toBe('expired')
    expect(links.redeem(secrets[1] ?? '')).toBe('paired')
  })
})

describe('a limit on attempts', () => {
  it('holds for who has failed too often, for as long as it says, and for nobody else', () => {
    let now = 0
    const limit = createAttemptLimit({ failures: 3, windowMs: 1000, now: () => now })
    for (let count = 0; count < 3; count++) {
      expect(limit.mayTry('a')).toBe(true)
      limit.noteFailure('a')
    }
    expect(limit.mayTry('a')).toBe(false)
    expect(limit.mayTry('b')).toBe(true)
    now = 1000
    expect(limit.mayTry('a')).toBe(true)
  })

  it('does not remember more of them than it can', () => {
    const limit = createAttemptLimit({ failures: 1, windowMs: 1000, now: () => 0 })
    for (let count = 0; count < 5000; count++) limit.noteFailure(String(count))
    expect(limit.mayTry('0')).toBe(true)
    expect(limit.mayTry('4999')).toBe(false)
  })
})
