import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, startPushService } from '@quarterdeck/testkit'
import { createGuardedLookup } from '../../../packages/server/src/push/guarded-lookup.ts'
import { createPushClient } from '../../../packages/server/src/push/push-client.ts'
import { readVapidKeys } from '../../../packages/server/src/push/vapid-keys.ts'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { GateStage } from '../../gate-stage.ts'

const INNER_IPV4 = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.1',
  '172.20.1.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.1.1',
]
const INNER_IPV6 = ['::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2002:7f00:1::1', '100::1']
const INNER_NAMES = [
  'localhost',
  'LocalHost',
  'localhost.',
  'a.localhost',
  'router',
  'nas.local',
  'metadata.google.internal',
  'x.lan',
]
const OTHER = [
  ...[
    'http://push.example.com/x',
    'ws://push.example.com/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
  ],
  ...['https://user:word@push.example.com/x', 'https://', 'https:', '//push.example.com/x', 'push.example.com/x', ''],
]

/** Spellings of an IPv4 address that lead to the same place. */
function spell(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `[::ffff:${address}]`,
    `[::ffff:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}]`,
    `[64:ff9b::${address}]`,
    `[::${address}]`,
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
  ]
}

function listEndpoints(): string[] {
  const hosts = [...INNER_IPV4.flatMap(spell), ...INNER_IPV6.map((address) => `[${address}]`), ...INNER_NAMES]
  const places = hosts.flatMap((host) => [`https://${host}/push`, `https://${host}:8443/push`, `https://${host}:22`])
  return [...places, ...OTHER]
}

/** How many of them the built server takes. */
async function offerAll(endpoints: readonly string[]): Promise<string[]> {
  const stage = await GateStage.set()
  try {
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const taken: string[] = []
    for (const endpoint of endpoints) {
      const answer = await stage.ask('POST', '/api/push/subscribe', stage.device.headers, { endpoint, keys })
      if (answer.status !== 403 && answer.status !== 400) taken.push(`${endpoint} (${answer.status})`)
    }
    const { subscriptions } = (await stage.ask('GET', '/api/push', stage.device.headers)).json() as {
      subscriptions: number
    }
    return subscriptions === 0 ? taken : [...taken, `${subscriptions} are kept`]
  } finally {
    await stage.clear()
  }
}

/** A name that leads outside when it is looked at, and inside when it is connected to. A service inside listens for it. */
async function rebind(times: number): Promise<number> {
  const service = await startPushService()
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-vapid-'))
  const keys = await readVapidKeys(join(folder, 'vapid.json'))
  rmSync(folder, { recursive: true })
  let reached = 0
  for (let time = 0; time < times; time += 1) {
    const address = INNER_IPV4[time % INNER_IPV4.length] ?? '127.0.0.1'
    const mixed = [
      { address: '8.8.8.8', family: 4 },
      { address, family: 4 },
    ]
    const lookup = createGuardedLookup((_, __, done) => done(null, time % 2 === 0 ? mixed.slice(1) : mixed))
    const client = createPushClient({ keys: async () => keys, subject: 'mailto:a@example.com', lookup, ca: service.ca })
    const delivery = { ttlSeconds: 1, urgency: 'normal', topic: 'x' } as const
    const outcome = await client.send(service.subscribe(`rebound-${time}`), '{}', delivery)
    client.close()
    if (outcome.kind !== 'refused' || service.received.length > 0) reached += 1
  }
  await service.close()
  return reached
}

const row: Row = {
  id: 'S14',
  title: 'a push endpoint that leads to this machine or its network, by address, by name, or the second time',
  async run({ quick, seed }: RowContext) {
    const random = createRandom(seed)
    const all = listEndpoints()
    const endpoints = quick ? all.filter(() => random() < 0.2) : all
    const taken = await offerAll(endpoints)
    const times = quick ? 8 : 200
    const reached = await rebind(times)
    return {
      passed: taken.length === 0 && reached === 0,
      bar: 'none taken, none connected to',
      found: `${endpoints.length} endpoints, ${taken.length} taken${taken.length > 0 ? `: ${taken.slice(0, 5).join(', ')}` : ''}; ${times} names that change, ${reached} reached`,
      figures: { endpoints: endpoints.length, taken: taken.length, rebindings: times, reached },
    }
  },
}

export default row
