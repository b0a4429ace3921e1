import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAddresses } from '../../gate/addresses.ts'
import type { Gate } from '../../gate/gate.ts'
import { ServerError } from '../../server-error.ts'
import { Answer } from './answer.ts'
import { createApp } from './create-app.ts'
import type { ServedRoute } from './serve.ts'

const addresses = createAddresses({
  host: '127.0.0.1',
  port: 4100,
  isTls: false,
  basePath: '',
  publicUrls: ['https://deck.example.com', 'https://deck.example.com:8443'],
  ownAddresses: [],
})
const gate: Gate = { check: () => ({ kind: 'program' }), onRevoked: () => () => undefined }
const page = { answer: () => new Answer({ type: 'text/html', body: '<p>' }) }
const create = (...routes: ServedRoute[]) => createApp({ routes, gate, addresses, page })
const route: ServedRoute = {
  method: 'GET',
  path: '/api/x',
  policy: 'signed_in',
  summary: '',
  handle: () => ({ a: 1 }),
}
const ask = (path: string, host = '127.0.0.1:4100') =>
  create(route).request(`http://${host}${path}`, { headers: { host } })

describe('an answer that is still being sent', () => {
  it('is cut when its device is revoked', async () => {
    const watched = new Set<() => void>()
    const revocable: Gate = {
      check: () => ({ kind: 'program' }),
      onRevoked: (_, close) => {
        watched.add(close)
        return () => watched.delete(close)
      },
    }
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) })
    const sending: ServedRoute = { ...route, handle: () => new Response(endless) }
    const { fetch: answer } = createApp({
      routes: [sending, { ...route, path: '/api/y' }],
      gate: revocable,
      addresses,
      page,
    })
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started = serve({ fetch: answer, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, () =>
        resolve(started),
      )
    })
    try {
      const { port } = server.address() as AddressInfo
      const short = await fetch(`http://127.0.0.1:${port}/api/y`)
      expect(await short.json()).toEqual({ a: 1 })
      const { body } = await fetch(`http://127.0.0.1:${port}/api/x`)
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      // Of what was sent whole nobody is kept.
      expect(watched.size).toBe(1)
      for (const close of watched) close()
      await expect(
        (async () => {
          while (!(await reader.read()).done);
        })(),
      ).rejects.toThrow('terminated')
    } finally {
      server.close()
    }
  })
})

describe('the app', () => {
  it('does not start with a route that says not who may call it, or with a GET that takes a body', () => {
    expect(() => create({ ...route, policy: undefined } as unknown as ServedRoute)).toThrow(
      'GET /api/x declares no policy',
    )
    expect(() => create({ ...route, policy: 'everyone' } as unknown as ServedRoute)).toThrow('declares no policy')
    expect(() => create({ ...route, body: z.object({}) } as ServedRoute)).toThrow('what changes something is no GET')
  })

  it('puts the page under a policy that runs nothing but its own script', async () => {
    const { headers } = await ask('/')
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual([
      ...[
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
      ],
      ...[
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
      ],
      ...["base-uri 'none'", "require-trusted-types-for 'script'", 'trusted-types quarterdeck'],
    ])
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it.each(['/api/x', '/api/nothing', '/'])('says the rest with every answer: %s', async (path) => {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('keeps answers out of caches of others, and makes a sandbox of what is no page', async () => {
    const { headers } = await ask('/api/x')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('asks for encryption from now on at an encrypted address, for its usual port alone', async () => {
    expect((await ask('/api/x', 'deck.example.com')).headers.get('strict-transport-security')).toBe('max-age=2592000')
    expect((await ask('/api/x', 'deck.example.com:8443')).headers.get('strict-transport-security')).toBeNull()
  })
})

describe('a request that no route takes', () => {
  const refusing: Gate = {
    check: () => {
      throw new ServerError('unauthorized', 'Who are you?')
    },
    onRevoked: () => () => undefined,
  }
  const routes: ServedRoute[] = [
    route,
    { ...route, method: 'PATCH' },
    { ...route, method: 'DELETE', path: '/api/things/:id' },
  ]
  const sockets = [{ path: '/api/things/:id/follow', policy: 'signed_in' as const, summary: '', open: () => undefined }]
  const knock = (method: string, path: string, asked: Gate = gate) =>
    createApp({ routes, sockets, gate: asked, addresses, page }).request(`http://127.0.0.1:4100${path}`, { method })

  it('by another method than the route takes says which it takes', async () => {
    const answer = await knock('DELETE', '/api/x')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH'])
    expect(await answer.json()).toEqual({
      error: {
        code: 'method_not_allowed',
        message: 'DELETE is not taken here, but GET, HEAD, PATCH.',
        allow: ['GET', 'HEAD', 'PATCH'],
      },
    })
    expect((await knock('GET', '/api/things/7')).headers.get('allow')).toBe('DELETE')
    expect((await knock('POST', '/api/things/7/follow')).headers.get('allow')).toBe('GET')
  })

  it('where a socket is says so', async () => {
    const answer = await knock('GET', '/api/things/7/follow')
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await answer.json()).toMatchObject({
      error: { code: 'upgrade_required', message: expect.stringContaining('WebSocket') },
    })
  })

  it.each(['/api/nothing', '/api/things', '/api/things/7/8', '/api/things/7/', '/api'])(
    'is a place that is not there: %s',
    async (path) => expect((await knock('PUT', path)).status).toBe(404),
  )

  it.each([
    ['DELETE', '/api/x'],
    ['GET', '/api/things/7'],
    ['GET', '/api/things/7/follow'],
    ['GET', '/api/nothing'],
  ])('tells nothing to who is not let in: %s %s', async (method, path) => {
    const answer = await knock(method, path, refusing)
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('upgrade')]).toEqual([401, null, null])
  })
})

describe('a parameter or a body', () => {
  const optional: ServedRoute = {
    ...route,
    method: 'POST',
    path: '/api/y',
    body: z.strictObject({ a: z.string().optional() }),
    handle: ({ body }) => ({ body }),
  }
  const post = (init: RequestInit, path = '/api/y') =>
    create(route, optional).request(`http://127.0.0.1:4100${path}`, { method: 'POST', ...init })

  it('that nobody knows is refused, also where a route takes none', async () => {
    const answer = await ask('/api/x?bogus=1')
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("Nobody knows 'bogus'")])
    expect((await ask('/api/x?bogus=')).status).toBe(200)
  })

  it('may be left out where nothing in it is needed', async () => {
    expect(await (await post({})).json()).toEqual({ body: {} })
    const json = { 'content-type': 'application/json' }
    expect(await (await post({ headers: json })).json()).toEqual({ body: {} })
    expect((await post({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await post({ headers: json, body: '{"b":1}' })).status).toBe(400)
    expect((await post({ body: '{"a":"b"}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await post({ body: new Uint8Array([123, 125]) })).status).toBe(415)
  })
})
