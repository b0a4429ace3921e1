import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPairing } from './pairing.ts'
import type { SecondProof } from './second-proof.ts'

const key: SecondProof = {
  kind: 'key',
  exists: async () => true,
  create: async () => ({ deviceSecret: '' }),
  sign: async () => 'signature',
}

/** Which of the server's answers never come, and which come without their end. */
function stubServer(hangs: (path: string) => 'never' | 'half' | false) {
  const asked: string[] = []
  vi.stubGlobal('location', { origin: 'https://here' })
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    asked.push(path)
    const wait = () =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const how = hangs(path)
    if (how === 'never') return wait()
    return { ok: true, json: () => (how === 'half' ? wait() : { nonce: 'n', token: 't', expiresInMs: 60_000 }) }
  })
  return asked
}

describe('the proof that lets the page in', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(['never', 'half'] as const)(
    'is given up where its answer %s comes, and asked for anew by the next one',
    { timeout: 5000 },
    async (how) => {
      let isAsleep = true
      const asked = stubServer((path) => isAsleep && path === '/api/proof/nonce' && how)
      const pairing = createPairing({ instance: '', deviceName: '', secondProof: key, proofLimitMs: 20 })
      const both = [pairing.getProof(), pairing.getProof()]
      for (const each of both) await expect(each).rejects.toMatchObject({ code: 'offline' })
      isAsleep = false
      expect(await pairing.getProof()).toBe('t')
      expect(asked).toEqual(['/api/proof/nonce', '/api/proof/nonce', '/api/proof'])
    },
  )

  it('is given up at any of the requests that it takes', { timeout: 5000 }, async () => {
    const asked = stubServer((path) => path === '/api/proof' && 'never')
    const pairing = createPairing({ instance: '', deviceName: '', secondProof: key, proofLimitMs: 20 })
    await expect(pairing.getProof()).rejects.toMatchObject({ code: 'offline' })
    expect(asked).toEqual(['/api/proof/nonce', '/api/proof'])
    const secret = createPairing({
      instance: '',
      deviceName: '',
      secondProof: { ...key, kind: 'secret' },
      proofLimitMs: 20,
    })
    stubServer((path) => path === '/api/me' && 'never')
    await expect(secret.getProof()).rejects.toMatchObject({ code: 'offline' })
  })
})
