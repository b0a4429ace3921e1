import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceStore } from './device-store.ts'
import { hashSecret } from './secret.ts'

describe('the list of devices', () => {
  let folder: string
  let path: string
  let now: number
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-devices-'))
    path = join(folder, 'devices.json')
    now = Date.parse('2026-01-01T00:00:00Z')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => new DeviceStore(path, () => now)
  const secret = { kind: 'secret', hash: hashSecret('x') } as const
  const add = (store: DeviceStore, cookie: string) =>
    store.add({ name: cookie, origin: 'http://a', cookie, proof: secret })

  it('is there after a restart, under the same instance, for its owner alone', () => {
    const store = open()
    const { deviceId } = add(store, 'one')
    store.rename(deviceId, 'Desk')
    const again = open()
    expect(again.instance).toBe(store.instance)
    expect(again.findByCookie(['wrong', 'one'])).toMatchObject({ deviceId, name: 'Desk' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).not.toContain('"one"')
  })

  it('keeps its instance from the first start on, before there is a device', () => {
    expect(open().instance).toBe(open().instance)
  })

  it('writes when each was last seen once a minute, and at the end', () => {
    const store = open()
    const device = add(store, 'one')
    const written = () => open().findByCookie(['one'])?.lastSeen
    const first = written()
    now += 59_000
    store.noteSeen(device)
    expect(written()).toBe(first)
    now += 1000
    store.noteSeen(device)
    expect(written()).toBe('2026-01-01T00:01:00.000Z')
    now += 1000
    store.noteSeen(device)
    store.flush()
    expect(written()).toBe('2026-01-01T00:01:01.000Z')
  })

  it('keeps nobody out because the time cannot be written', () => {
    const store = open()
    const device = add(store, 'one')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    now += 61_000
    expect(() => store.noteSeen(device)).not.toThrow()
    expect(() => store.revoke(device.deviceId)).toThrow()
  })

  it.each(['', '{', 'null', '{"instance":"x","devices":[]}', '{"instance":"0123456789ab","devices":[{}]}'])(
    'is not replaced where it cannot be read: %s',
    (text) => {
      writeFileSync(path, text)
      expect(open).toThrow(/list of devices .* remove it and pair every browser again/)
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )
})
