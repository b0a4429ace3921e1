import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAddresses } from '../gate/addresses.ts'
import type { Gate } from '../gate/gate.ts'
import { Answer } from './answer.ts'
import { createApp } from './create-app.ts'
import { defineRoute, type Route } from './route.ts'

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
const create = (...routes: Route[]) => createApp({ routes, gate, addresses, page })
const route = defineRoute({ method: 'GET', path: '/api/x', policy: 'signed_in', summary: '', handle: () => ({ a: 1 }) })
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
    const sending = defineRoute({ ...route, handle: () => new Response(endless) })
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
    expect(() => create({ ...route, policy: undefined } as unknown as Route)).toThrow('GET /api/x declares no policy')
    expect(() => create({ ...route, policy: 'everyone' } as unknown as Route)).toThrow('declares no policy')
    expect(() => create({ ...route, body: z.object({}) } as Route)).toThrow('what changes something is no GET')
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
