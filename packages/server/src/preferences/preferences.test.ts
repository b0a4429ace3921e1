import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAddresses } from '../gate/addresses.ts'
import type { Caller } from '../gate/caller.ts'
import { Answer } from '../http/app/answer.ts'
import { createApp } from '../http/app/create-app.ts'
import { createPreferencesRoutes } from './preferences-routes.ts'
import { PreferencesStore } from './preferences-store.ts'

const addresses = createAddresses({
  ...{ host: '127.0.0.1', port: 4100, isTls: false, basePath: '', publicUrls: [], ownAddresses: [] },
})

describe('preferences', () => {
  let folder: string
  let path: string
  let app: Hono
  let caller: Caller

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-preferences-'))
    path = join(folder, 'preferences.json')
    caller = { kind: 'device', deviceId: 'phone', name: 'Phone' }
    open()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function open(): PreferencesStore {
    const store = new PreferencesStore(path)
    const page = { answer: () => new Answer({ type: 'text/html', body: '' }) }
    app = createApp({
      routes: createPreferencesRoutes(store),
      gate: { check: () => caller, onRevoked: () => () => undefined },
      addresses,
      page,
    })
    return store
  }

  async function call(method: string, body?: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': String(text?.length ?? 0) }
    const answer = await app.request('/api/preferences', { method, ...(text !== undefined && { body: text, headers }) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  it('are empty at first, and are there again after a restart, for the owner alone', async () => {
    expect((await call('GET')).body).toEqual({ common: {}, device: {}, effective: {} })
    await call('PUT', { common: { theme: 'dark' }, device: { density: 'compact' } })
    open()
    expect((await call('GET')).body).toEqual({
      common: { theme: 'dark' },
      device: { density: 'compact' },
      effective: { theme: 'dark', density: 'compact' },
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('of a device win over the common ones, notices and keys each by itself, and are of no other device', async () => {
    const common = { enterToSend: true, notifications: { finished: false, plan: true }, keys: { send: 'Enter' } }
    await call('PUT', { common })
    const device = { enterToSend: false, notifications: { plan: false }, keys: { palette: 'Mod+K', send: null } }
    expect((await call('PUT', { device })).body).toMatchObject({
      effective: {
        enterToSend: false,
        notifications: { finished: false, plan: false },
        keys: { send: null, palette: 'Mod+K' },
      },
    })
    caller = { kind: 'device', deviceId: 'laptop', name: 'Laptop' }
    expect((await call('GET')).body).toEqual({ common, device: {}, effective: common })
  })

  it('change by name, and are taken back with null', async () => {
    await call('PUT', { common: { theme: 'dark', sound: true } })
    const { body } = await call('PATCH', { common: { theme: null, density: 'compact' }, device: { theme: 'light' } })
    expect(body).toMatchObject({
      common: { sound: true, density: 'compact' },
      device: { theme: 'light' },
      effective: { theme: 'light' },
    })
    expect(body.common).not.toHaveProperty('theme')
  })

  it.each([
    [{ device: { themes: 'dark' } }, 'themes'],
    [{ devices: {} }, 'devices'],
    [{ common: { theme: 'pink' } }, 'common.theme'],
    [{ common: { notifications: { lunch: true } } }, 'lunch'],
    [{ common: { keys: { 'not a name': 'K' } } }, 'keys'],
    [{ common: { keys: { send: 'Hyper+K' } } }, 'common.keys.send'],
    [{ common: { keys: { send: 'x'.repeat(21) } } }, 'common.keys.send'],
    [{ common: { keys: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}`, 'K'])) } }, '200'],
    [{ common: { defaultModel: 'x'.repeat(201) } }, 'defaultModel'],
  ])('refuse %j and say why', async (body, name) => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await call(method, body)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toContain(name)
    }
    expect((await call('GET')).body).toEqual({ common: {}, device: {}, effective: {} })
  })

  it('may not be large', async () => {
    const answer = await call('PUT', `{"common":{"theme":"${'x'.repeat(65 * 1024)}"}}`)
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
  })

  it('of a device that was revoked are gone, and the others stay', async () => {
    await call('PUT', { common: { theme: 'dark' }, device: { density: 'compact' } })
    open().removeDevice('phone')
    open()
    expect((await call('GET')).body).toMatchObject({ common: { theme: 'dark' }, device: {} })
  })

  it('are put aside when their file is damaged', async () => {
    writeFileSync(path, '{"common":{"theme":3}')
    open()
    expect((await call('GET')).body).toEqual({ common: {}, device: {}, effective: {} })
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('theme')
  })
})
