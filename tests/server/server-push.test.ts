import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { askServer, PairedDevice, startPushService, type TestPushService } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubStage } from '../stages/hub-stage.ts'

/**
 * The part of the internet that cannot run here: a name that leads to a public address, and the way to that address. What the server asks
 * of the name, and where it would connect to, is its own.
 */
const INTERNET = `
  import dns from 'node:dns'
  import https from 'node:https'
  import { syncBuiltinESMExports } from 'node:module'
  const { lookup } = dns
  const { createConnection } = https.Agent.prototype
  dns.lookup = (name, options, done) =>
    name === 'push.example.test'
      ? process.nextTick(done, null, [{ address: '93.184.215.14', family: 4 }])
      : lookup(name, options, done)
  https.Agent.prototype.createConnection = function (options, done) {
    const lead = (name, asked, found) =>
      options.lookup(name, { ...asked, all: true }, (error, addresses) => {
        const isThere = error === null && addresses[0].address === '93.184.215.14'
        found(error, isThere ? [{ address: '127.0.0.1', family: 4 }] : addresses)
      })
    return createConnection.call(this, options.host === 'push.example.test' ? { ...options, lookup: lead } : options, done)
  }
  syncBuiltinESMExports()
`

interface Book {
  subscriptions: { id: string; deviceId: string }[]
  told: Record<string, Record<string, string>>
}

describe('notices by web push, from the whole server', () => {
  let internet: string
  let service: TestPushService
  let stage: HubStage
  let phone: PairedDevice
  let tablet: PairedDevice
  let desk: PairedDevice
  let page: WebSocket
  let sessionId: string
  beforeAll(async () => {
    internet = mkdtempSync(join(tmpdir(), 'quarterdeck-internet-'))
    service = await startPushService()
    writeFileSync(join(internet, 'internet.mjs'), INTERNET)
    writeFileSync(join(internet, 'ca.pem'), service.ca)
    stage = await HubStage.set('2.1.325', [], {
      NODE_OPTIONS: `--import=${join(internet, 'internet.mjs')}`,
      NODE_EXTRA_CA_CERTS: join(internet, 'ca.pem'),
    })
    phone = await PairedDevice.pair(stage.server, { name: 'Phone' })
    tablet = await PairedDevice.pair(stage.server, { name: 'Tablet' })
    desk = await PairedDevice.pair(stage.server, { name: 'Desk' })
  })
  afterAll(async () => {
    page?.close()
    await stage?.clear()
    await service?.close()
    rmSync(internet, { recursive: true, force: true })
  })

  const ask = (device: PairedDevice, method: string, path: string, body?: object) =>
    askServer(stage.server.url, method, path, { headers: device.headers, body })
  const subscriptions = async (device: PairedDevice) =>
    ((await ask(device, 'GET', '/api/push')).json() as { subscriptions: number }).subscriptions
  const noticesOf = (name: string) => service.received.filter((push) => push.name === name).map(({ data }) => data)
  const touch = (file: string) => ({ tools: [{ name: 'Bash', input: { command: `touch ${file}` } }] })

  function readBook(): Book {
    const path = join(stage.data, 'push/subscriptions.json')
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { subscriptions: [], told: {} }
  }

  /** What became of everything that was to be told to a device. */
  function toldTo({ deviceId }: PairedDevice): string[] {
    const { subscriptions: kept, told } = readBook()
    const ids = kept.filter((each) => each.deviceId === deviceId).map(({ id }) => id)
    return Object.values(told).flatMap((by) => ids.flatMap((id) => by[id] ?? []))
  }

  /** A page that a person looks at. */
  async function look({ cookie, origin, socketProtocols }: PairedDevice): Promise<WebSocket> {
    const options = { protocols: socketProtocols, headers: { cookie, origin } } as unknown as string[]
    const socket = new WebSocket(`${stage.server.url.replace('http', 'ws')}/api/live`, options)
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = () => reject(new Error('The socket was refused.'))
    })
    const welcomed = new Promise((resolve) => (socket.onmessage = resolve))
    socket.send(JSON.stringify({ type: 'hello', protocol: LIVE_PROTOCOL, page: 'test', isVisible: true, sessions: [] }))
    await welcomed
    return socket
  }

  it('are taken by a push service when a device subscribes, with the key that it was given', async () => {
    for (const [device, name] of [
      [phone, 'phone'],
      [tablet, 'tablet'],
      [desk, 'desk'],
    ] as const) {
      const subscribed = await ask(device, 'POST', '/api/push/subscribe', service.subscribe(name))
      expect(subscribed, subscribed.text).toMatchObject({ status: 201 })
    }
    const { items } = (await ask(phone, 'POST', '/api/push/test')).json() as { items: object[] }
    expect(items).toEqual([{ ok: true, message: 'The push service has taken it.' }])
    const { publicKey } = (await ask(phone, 'GET', '/api/push')).json() as { publicKey: string }
    expect(service.received).toMatchObject([
      { name: 'phone', publicKey, claims: { aud: `https://push.example.test:${service.port}` } },
    ])
  })

  it('reach who does not look and not who does, and end a subscription that the browser has ended', async () => {
    page = await look(desk)
    service.answer('tablet', 410)
    stage.model.script('Make one.', [touch('one.txt'), { text: 'Made one.' }])
    sessionId = await stage.begin({ prompt: 'Make one.' })
    await service.whenReceived(2, 'phone')
    expect(noticesOf('phone').at(-1)).toMatchObject({
      type: 'notice',
      kind: 'approval',
      title: 'Approval: Bash',
      body: 'project · Make one.',
      sessionId,
    })
    expect(JSON.stringify(noticesOf('phone'))).not.toContain('one.txt')
    await stage.until(() => toldTo(phone).length === 1 && toldTo(desk).length === 1)
    expect([toldTo(phone), toldTo(desk)]).toEqual([['sent'], ['passed']])
    await stage.until(async () => (await subscriptions(tablet)) === 0)
    expect([await subscriptions(phone), await subscriptions(desk)]).toEqual([1, 1])
    expect([...noticesOf('desk'), ...noticesOf('tablet')]).toEqual([])
  })

  it('go on with the next server: nothing is told twice, what came meanwhile is told, what is over is taken back', async () => {
    stage.model.script('Make two.', [
      { text: 'One moment.', ...touch('two.txt'), holdAfterDeltas: 1 },
      { text: 'Made.' },
    ])
    const other = await stage.begin({ prompt: 'Make two.' })
    await stage.model.holding()
    page.close()
    const { port } = new URL(stage.server.url)
    await stage.server.stop()
    stage.model.release()
    // Its keeper hears it while there is no server.
    const log = join(stage.data, 'sessions', other, 'log.ndjson')
    await stage.until(() => readFileSync(log, 'utf8').includes('can_use_tool'))
    await stage.start('--port', port)
    for (const device of [phone, tablet, desk]) await device.prove()
    await service.whenReceived(1, 'desk')
    await service.whenReceived(3, 'phone')
    expect(noticesOf('desk')).toMatchObject([{ type: 'notice', kind: 'approval', sessionId: other }])
    const [first] = (await stage.inbox()).filter((item) => item.sessionId === sessionId)
    await stage.call('POST', `/api/claude/sessions/${sessionId}/permission`, {
      request_id: first?.requestId,
      behavior: 'allow',
    })
    await stage.rested(sessionId)
    await service.whenReceived(4, 'phone')
    const [, told, , closed] = noticesOf('phone') as { type: string; tag: string }[]
    expect(closed).toEqual({ type: 'close', tag: told?.tag })
    const again = noticesOf('phone').filter((notice) => (notice as { tag: string }).tag === told?.tag)
    expect(again).toHaveLength(2)
    expect([await subscriptions(phone), await subscriptions(tablet), await subscriptions(desk)]).toEqual([1, 0, 1])
  })
})
