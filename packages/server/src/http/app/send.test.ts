import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Answer } from './answer.ts'
import { chooseEncoding } from './compression.ts'
import { send } from './send.ts'

const OPTIONS = { status: 200, isSecret: false }
const far = { host: 'deck.example', 'accept-encoding': 'gzip, deflate, br' }

function ask(headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { headers })
}

async function* repeat(text: string, times: number, onEnd: () => void = () => undefined): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < times; at++) yield Buffer.from(text)
  } finally {
    onEnd()
  }
}

describe('an answer', () => {
  it('is not sent again to who has it', async () => {
    const value = { items: [1, 2, 3] }
    const first = await send(value, ask(), OPTIONS)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const again = await send(value, ask({ 'if-none-match': known }), OPTIONS)
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    }
    expect((await send({ items: [1] }, ask({ 'if-none-match': tag }), OPTIONS)).status).toBe(200)
  })

  it('that is streamed is not even begun for who has it', async () => {
    let isBegun = false
    const make = () => {
      const body = (async function* () {
        isBegun = true
        yield Buffer.from('x')
      })()
      return new Answer({ type: 'application/x-ndjson', body, version: 'one' })
    }
    const tag = (await send(make(), ask(), OPTIONS)).headers.get('etag') ?? ''
    expect((await send(make(), ask({ 'if-none-match': tag }), OPTIONS)).status).toBe(304)
    expect(isBegun).toBe(false)
  })

  it('is compressed as the caller takes it, whole or in pieces', async () => {
    const value = { text: 'again and again '.repeat(500) }
    const brotli = await send(value, ask(far), OPTIONS)
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(JSON.parse(brotliDecompressSync(await brotli.bytes()).toString())).toEqual(value)
    const body = repeat('{"type":"user"}\n', 1000)
    const streamed = await send(
      new Answer({ type: 'application/x-ndjson', body }),
      ask({ ...far, 'accept-encoding': 'gzip' }),
      OPTIONS,
    )
    expect(streamed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await streamed.bytes()).toString()).toBe('{"type":"user"}\n'.repeat(1000))
    expect(streamed.headers.get('vary')).toBe('accept-encoding')
  })

  it('with a secret is neither compressed nor kept', async () => {
    const answer = await send({ token: 'x'.repeat(5000) }, ask(far), { status: 200, isSecret: true })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('etag')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([{}, far])('that nobody reads any more is no longer made (%j)', async (headers) => {
    let isEnded = false
    const body = repeat('x'.repeat(100_000), 1_000_000, () => (isEnded = true))
    const answer = await send(new Answer({ type: 'application/x-ndjson', body }), ask(headers), OPTIONS)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(() => isEnded).toBe(true)
  })
})

describe('compression', () => {
  const asked = { accepted: 'gzip, br', host: 'deck.example', type: 'application/json', bytes: 5000 }
  it.each([
    ['text over 1 KB', {}, 'br'],
    ['a caller that takes gzip alone', { accepted: 'gzip' }, 'gzip'],
    ['a caller that refuses brotli', { accepted: 'gzip, br;q=0' }, 'gzip'],
    ['a caller that takes nothing', { accepted: null }, null],
    ['what is short', { bytes: 900 }, null],
    ['what is packed already', { type: 'image/png' }, null],
    ['something small on the same machine', { host: '127.0.0.1:4100' }, 'br'],
    ['something large on the same machine', { host: '127.0.0.1:4100', bytes: 1_000_000 }, null],
    ['a stream on the same machine', { host: 'localhost:4100', bytes: null }, null],
    ['a stream elsewhere', { bytes: null }, 'br'],
  ])('of %s', (_, change, expected) => {
    expect(chooseEncoding({ ...asked, ...change })).toBe(expected)
  })
})
