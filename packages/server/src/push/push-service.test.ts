import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboxItem } from '@quarterdeck/contract'
import { startPushService, type TestPushService } from '@quarterdeck/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../gate/caller.ts'
import type { ServedRoute } from '../http/app/serve.ts'
import { silentLog } from '../log/log.ts'
import { createGuardedLookup } from './guarded-lookup.ts'
import { openPush, type Push } from './open-push.ts'
import { createPushRoutes } from './push-routes.ts'

const PHONE: Caller = { kind: 'device', deviceId: 'phone', name: 'Phone' }
const LAPTOP: Caller = { kind: 'device', deviceId: 'laptop', name: 'Laptop' }

const toLoopback: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

/** All that waits, as the hub would tell it. */
class Inbox {
  readonly #listeners = new Set<() => void>()
  all: InboxItem[] = []

  items = () => this.all

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(...items: InboxItem[]): void {
    this.all = items
    for (const listener of this.#listeners) listener()
  }
}

/** Later than any subscription of a test. */
let clock = Date.now() + 3_600_000
function toItem(kind: InboxItem['kind'], facts: Partial<InboxItem> = {}): InboxItem {
  clock += 1000
  const requestId = kind === 'finished' || kind === 'failed' ? undefined : `request-${clock}`
  return {
    kind,
    sessionId: 'a-session',
    title: 'Tidy the harbour',
    projectPath: '/home/somebody/secret-client/boats',
    ...(requestId && { requestId }),
    toolName: 'Bash',
    input: { command: 'curl -H "Authorization: hunter2"' },
    text: 'the reason, with hunter2',
    since: new Date(clock).toISOString(),
    ...facts,
  }
}

describe('notices by web push', () => {
  let service: TestPushService
  let folder: string
  let inbox: Inbox
  let push: Push
  let visible: Set<string>
  let revoked: Set<string>
  let unwanted: Set<string>
  let onRetry: () => void

  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-push-'))
    service.received.length = 0
    inbox = new Inbox()
    visible = new Set()
    revoked = new Set()
    unwanted = new Set()
    onRetry = () => undefined
    push = open()
  })
  afterEach(() => {
    push.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function open(lookup: LookupFunction = toLoopback): Push {
    return openPush({
      folder,
      inbox,
      isDeviceVisible: (id) => visible.has(id),
      isDeviceKnown: (id) => !revoked.has(id),
      wants: (_, kind) => !unwanted.has(kind),
      log: silentLog,
      graceMs: 1,
      firstGraceMs: 1,
      retryMs: () => {
        onRetry()
        return 1
      },
      lookup,
      ca: service.ca,
    })
  }

  function restart(lookup?: LookupFunction): void {
    push.close()
    push = open(lookup)
  }

  async function call(method: string, path: string, caller: Caller, body?: unknown, query: unknown = {}) {
    const route = createPushRoutes(push.parts).find(
      (each) => each.method === method && each.path === path,
    ) as ServedRoute
    return route.handle({
      params: {},
      query,
      body,
      caller,
      request: new Request('http://localhost/'),
      remoteAddress: '',
    })
  }

  let count = 0
  async function subscribe(caller: Caller): Promise<string> {
    count += 1
    const name = `${caller.kind === 'device' ? caller.deviceId : caller.kind}-${count}`
    await call('POST', '/api/push/subscribe', caller, service.subscribe(name))
    return name
  }

  const toldTo = (name: string) => service.received.filter((each) => each.name === name).map(({ data }) => data)

  it('reaches a device, signed with our key and readable by that browser alone, and says nothing secret', async () => {
    const name = await subscribe(PHONE)
    const { publicKey } = (await call('GET', '/api/push', PHONE)) as { publicKey: string }
    const item = toItem('approval', { title: 'Tidy\u202e the\nharbour\u0007' })
    inbox.set(item)
    await service.whenReceived(1, name)
    const [received] = service.received
    expect(received).toMatchObject({
      name,
      publicKey,
      claims: { aud: `https://push.example.test:${service.port}`, sub: expect.stringMatching(/^mailto:/) },
      headers: {
        'content-encoding': 'aes128gcm',
        urgency: 'high',
        ttl: '86400',
        topic: expect.stringMatching(/^[\w-]{32}$/),
      },
      data: {
        type: 'notice',
        kind: 'approval',
        title: 'Approval: Bash',
        body: 'boats · Tidy the harbour',
        sessionId: 'a-session',
      },
    })
    expect(received?.data).toMatchObject({ tag: received?.headers.topic })
    expect(JSON.stringify(received?.data)).not.toMatch(/hunter2|curl|secret-client|somebody/)
  })

  it('tells each kind by its name', async () => {
    const name = await subscribe(PHONE)
    const kinds = ['approval', 'question', 'plan', 'elicitation', 'finished', 'failed'] as const
    inbox.set(...kinds.map((kind) => toItem(kind)))
    await service.whenReceived(6, name)
    const told = service.received as unknown as {
      data: { kind: string; title: string }
      headers: { urgency: string }
    }[]
    expect(told.map(({ data, headers }) => [data.kind, data.title, headers.urgency]).sort()).toEqual([
      ['approval', 'Approval: Bash', 'high'],
      ['elicitation', 'Bash asks something', 'high'],
      ['failed', 'Failed', 'normal'],
      ['finished', 'Finished', 'normal'],
      ['plan', 'A plan to look at', 'high'],
      ['question', 'Claude has a question', 'high'],
    ])
  })

  it('goes to no device that is looked at, that wants none of the kind, or that was revoked', async () => {
    const phone = await subscribe(PHONE)
    const laptop = await subscribe(LAPTOP)
    visible.add('laptop')
    const first = toItem('question')
    inbox.set(first)
    await service.whenReceived(1, phone)
    unwanted.add('finished')
    const second = toItem('finished')
    inbox.set(first, second)
    visible.clear()
    push.removeDevice('phone')
    const third = toItem('plan')
    inbox.set(first, second, third)
    await service.whenReceived(1, laptop)
    // What the laptop saw when it was looked at is not told later.
    expect(toldTo(laptop)).toMatchObject([{ kind: 'plan' }])
    expect(toldTo(phone)).toMatchObject([{ kind: 'question' }])
  })

  it('forgets the subscriptions of devices that were revoked while it was not there', async () => {
    const phone = await subscribe(PHONE)
    const laptop = await subscribe(LAPTOP)
    revoked.add('phone')
    restart()
    revoked.clear()
    inbox.set(toItem('plan'))
    await service.whenReceived(1, laptop)
    expect(toldTo(phone)).toEqual([])
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 0 })
  })

  it('says nothing of what was answered before it went out', async () => {
    const name = await subscribe(PHONE)
    inbox.set(toItem('approval'))
    inbox.set()
    inbox.set(toItem('plan'))
    await service.whenReceived(1, name)
    expect(toldTo(name)).toMatchObject([{ kind: 'plan' }])
  })

  it('takes back what was answered elsewhere, behind the notice and with its tag, and only where it had gone', async () => {
    const phone = await subscribe(PHONE)
    const laptop = await subscribe(LAPTOP)
    visible.add('laptop')
    const item = toItem('approval')
    inbox.set(item)
    await service.whenReceived(1, phone)
    inbox.set()
    await service.whenReceived(2, phone)
    const [notice, close] = toldTo(phone) as { tag: string }[]
    expect(close).toEqual({ type: 'close', tag: notice?.tag })
    expect(service.received.at(-1)?.headers.topic).toBe(notice?.tag)
    expect(toldTo(laptop)).toEqual([])
  })

  it('keeps its key and its subscriptions over a restart, tells nothing twice, and takes back what ended meanwhile', async () => {
    const name = await subscribe(PHONE)
    const [open_, answered] = [toItem('approval'), toItem('question')]
    const { publicKey } = (await call('GET', '/api/push', PHONE)) as { publicKey: string }
    inbox.set(open_, answered)
    await service.whenReceived(2, name)
    const book = () => readFileSync(join(folder, 'subscriptions.json'), 'utf8')
    while (book().split('"sent"').length < 3) await new Promise(setImmediate)
    inbox.all = [open_]
    restart()
    await service.whenReceived(3, name)
    inbox.set(open_, toItem('plan'))
    await service.whenReceived(4, name)
    expect(toldTo(name).slice(2)).toMatchObject([{ type: 'close' }, { kind: 'plan' }])
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ publicKey, subscriptions: 1 })
    for (const file of ['vapid.json', 'subscriptions.json'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  it('starts although its files were damaged, and keeps them aside', async () => {
    await subscribe(PHONE)
    await call('GET', '/api/push', PHONE)
    push.close()
    writeFileSync(join(folder, 'subscriptions.json'), '{"subscriptions":[{')
    writeFileSync(join(folder, 'vapid.json'), 'null')
    push = open()
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 0, publicKey: expect.any(String) })
    expect(readFileSync(join(folder, 'subscriptions.json.damaged'), 'utf8')).toContain('subscriptions')
  })

  it.each([404, 410])('removes a subscription that the service answers with %i for', async (status) => {
    const name = await subscribe(PHONE)
    const other = await subscribe(LAPTOP)
    service.answer(name, status)
    inbox.set(toItem('approval'))
    await service.whenReceived(1, other)
    inbox.set(...inbox.all, toItem('plan'))
    await service.whenReceived(2, other)
    expect(toldTo(name)).toEqual([])
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 0 })
  })

  it('tries again when the service is busy, as it says, and not when it refuses', async () => {
    const name = await subscribe(PHONE)
    service.answer(name, 429, { 'retry-after': '0' })
    service.answer(name, 503)
    const first = toItem('approval')
    inbox.set(first)
    await service.whenReceived(1, name)
    service.answer(name, 403)
    inbox.set(first, toItem('question'))
    inbox.set(...inbox.all, toItem('plan'))
    await service.whenReceived(2, name)
    expect(toldTo(name)).toMatchObject([{ kind: 'approval' }, { kind: 'plan' }])
  })

  it('does not try again with what was answered meanwhile', async () => {
    const name = await subscribe(PHONE)
    service.answer(name, 503)
    const plan = toItem('plan')
    onRetry = () => inbox.set(plan)
    inbox.set(toItem('approval'))
    await service.whenReceived(1, name)
    expect(toldTo(name)).toMatchObject([{ kind: 'plan' }])
  })

  it('can be tried with a button, also on a device that is looked at, and says how it went', async () => {
    const name = await subscribe(PHONE)
    visible.add('phone')
    expect(await call('POST', '/api/push/test', PHONE)).toEqual({
      items: [{ ok: true, message: 'The push service has taken it.' }],
    })
    expect(toldTo(name)).toMatchObject([{ type: 'test' }])
    service.answer(name, 410)
    expect(await call('POST', '/api/push/test', PHONE)).toMatchObject({ items: [{ ok: false }] })
    await expect(call('POST', '/api/push/test', PHONE)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is ended by the device itself, for one browser or for all, and for nobody else', async () => {
    const [first, second] = [service.subscribe('first'), service.subscribe('second')]
    for (const subscription of [first, second]) await call('POST', '/api/push/subscribe', PHONE, subscription)
    await call('POST', '/api/push/unsubscribe', LAPTOP, {})
    expect(await call('GET', '/api/push', PHONE, undefined, { endpoint: first.endpoint })).toMatchObject({
      subscriptions: 2,
      isSubscribed: true,
    })
    await call('POST', '/api/push/unsubscribe', PHONE, { endpoint: first.endpoint })
    expect(await call('GET', '/api/push', PHONE, undefined, { endpoint: first.endpoint })).toMatchObject({
      subscriptions: 1,
      isSubscribed: false,
    })
    await call('POST', '/api/push/unsubscribe', PHONE, {})
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 0 })
  })

  it('keeps the newest ten subscriptions of a device', async () => {
    const names = []
    for (let each = 0; each < 12; each += 1) names.push(await subscribe(PHONE))
    expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 10 })
    inbox.set(toItem('plan'))
    await service.whenReceived(10)
    expect(service.received.map(({ name }) => name).sort()).toEqual(names.slice(2).sort())
  })

  it('does not trust a service whose certificate it does not know', async () => {
    const name = await subscribe(PHONE)
    push.close()
    push = openPush({
      ...{ folder, inbox, log: silentLog, lookup: toLoopback },
      ...{ isDeviceVisible: () => false, isDeviceKnown: () => true, wants: () => true },
    })
    const answer = (await call('POST', '/api/push/test', PHONE)) as { items: { ok: boolean; message: string }[] }
    expect(answer.items).toMatchObject([{ ok: false, message: expect.stringContaining('cannot be reached') }])
    expect(toldTo(name)).toEqual([])
  })

  describe('an endpoint that leads into the network of the server', () => {
    const at = (addresses: () => string) =>
      createGuardedLookup((_, __, done) => done(null, [{ address: addresses(), family: 4 }]))

    it('is refused when it is an address, or a name that leads to one', async () => {
      const endpoint = { ...service.subscribe('inner'), endpoint: `https://127.0.0.1:${service.port}/send/inner` }
      await expect(call('POST', '/api/push/subscribe', PHONE, endpoint)).rejects.toMatchObject({ code: 'not_allowed' })
      restart(at(() => '192.168.1.1'))
      await expect(call('POST', '/api/push/subscribe', PHONE, service.subscribe('inner'))).rejects.toMatchObject({
        code: 'not_allowed',
        message: expect.stringContaining('private network'),
      })
      expect(await call('GET', '/api/push', PHONE)).toMatchObject({ subscriptions: 0 })
    })

    it('is not connected to when the name leads there the second time', async () => {
      let asked = 0
      restart(
        at(() => {
          asked += 1
          return asked === 1 ? '8.8.8.8' : '127.0.0.1'
        }),
      )
      await call('POST', '/api/push/subscribe', PHONE, service.subscribe('rebound'))
      const answer = (await call('POST', '/api/push/test', PHONE)) as { items: { ok: boolean; message: string }[] }
      expect(answer.items).toMatchObject([{ ok: false, message: expect.stringContaining('private network') }])
      expect(asked).toBe(2)
      expect(service.received).toEqual([])
    })
  })
})
