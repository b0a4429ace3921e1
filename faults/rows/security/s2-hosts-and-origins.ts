import { createRandom } from '@quarterdeck/testkit'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { GateStage } from '../../gate-stage.ts'

const PUBLIC = 'https://deck.example.com'
type Headers = Record<string, string>

function listHosts(port: string): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]', 'deck.example.com']
  const near = [
    '127.0.0.2',
    '127.1',
    '0.0.0.0',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
  ]
  const far = [
    'localhost.evil.com',
    '127.0.0.1.nip.io',
    'evil.com',
    'evildeck.example.com',
    'deck.example.com.evil.com',
    'xn--lcalhost-54a',
  ]
  const ours = names.flatMap((name) => [
    name,
    `${name}:${port}`,
    `${name}.:${port}`,
    `${name}:${port}0`,
    `${name}:80`,
    `${name}:443`,
  ])
  const twisted = names.flatMap((name) => [
    `user@${name}:${port}`,
    `${name}:${port}@evil.com`,
    `${name}:${port}/`,
    `${name}:${port},evil.com`,
  ])
  const shouted = ['LOCALHOST', 'Localhost', 'DECK.example.com'].map((name) => `${name}:${port}`)
  return [...ours, ...[...near, ...far].flatMap((name) => [name, `${name}:${port}`]), ...twisted, ...shouted]
}

function listOrigins(hosts: readonly string[]): (string | undefined)[] {
  const plain = hosts.map((host) => `http://${host}`)
  const tls = hosts.map((host) => `https://${host}`)
  const odd = [
    'null',
    '',
    'file://',
    'data:',
    'chrome-extension://abc',
    'app://obsidian.md',
    'http://',
    'undefined',
    '*',
  ]
  return [undefined, ...plain, ...tls, ...odd]
}

/** What a proxy could say of it, and anyone else too. */
const FORWARDED: readonly Headers[] = [
  {},
  { 'x-forwarded-host': '127.0.0.1:PORT', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
  {
    forwarded: 'for=127.0.0.1;host="127.0.0.1:PORT";proto=https',
    'x-original-host': '127.0.0.1:PORT',
    'x-real-ip': '127.0.0.1',
  },
]

const TRANSPORTS = ['GET', 'POST', 'socket'] as const

interface Case {
  host: string
  origin: string | undefined
  transport: (typeof TRANSPORTS)[number]
  who: 'program' | 'device'
  forwarded: Headers
}

function choose({ seed, quick }: RowContext, port: string): Case[] {
  const hosts = listHosts(port)
  const origins = listOrigins(hosts)
  const random = createRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const right = `127.0.0.1:${port}`
  const decorate = (host: string, origin: string | undefined): Case => ({
    host,
    origin,
    transport: pick(TRANSPORTS),
    who: pick(['program', 'device'] as const),
    forwarded: Object.fromEntries(
      Object.entries(pick(FORWARDED)).map(([name, value]) => [name, value.replaceAll('PORT', port)]),
    ),
  })
  // Each host with a right origin and each origin with a right host, by every transport; then any with any.
  const single = [
    ...hosts.flatMap((host) => [decorate(host, `http://${right}`), decorate(host, undefined)]),
    ...origins.map((origin) => decorate(right, origin)),
  ]
  const each = quick ? single : single.flatMap((one) => TRANSPORTS.map((transport) => ({ ...one, transport })))
  const mixed = Array.from({ length: quick ? 100 : 3000 }, () => decorate(pick(hosts), pick(origins)))
  return [...each, ...mixed]
}

export default {
  id: 'S2',
  title: 'Origins × Hosts × transports, with and without X-Forwarded-*',
  async run(context: RowContext) {
    const stage = await GateStage.set({ args: ['--public-url', PUBLIC] })
    try {
      const { port } = new URL(stage.server.url)
      const names = ['127.0.0.1', 'localhost', '[::1]']
      const hosts = new Set([...names.map((name) => `${name}:${port}`), 'deck.example.com'])
      const origins = new Set<string | undefined>([...names.map((name) => `http://${name}:${port}`), PUBLIC])
      const cases = choose(context, port)
      const wrong: string[] = []
      let accepted = 0
      for (const { host, origin, transport, who, forwarded } of cases) {
        const credential =
          who === 'program' ? stage.bearer : { cookie: stage.device.cookie, 'x-quarterdeck-proof': stage.device.proof }
        const offered =
          transport === 'socket' ? { 'sec-websocket-protocol': stage.device.socketProtocols.join(', ') } : {}
        const headers = { ...forwarded, ...credential, ...offered, host, ...(origin !== undefined && { origin }) }
        const path =
          transport === 'GET'
            ? '/api/me'
            : transport === 'POST'
              ? '/api/devices/link'
              : `/api/claude/sessions/${stage.sessionId}/subscribe`
        const status =
          transport === 'socket'
            ? await stage.knock(path, headers)
            : (await stage.ask(transport, path, headers, transport === 'POST' ? {} : undefined)).status
        const isIn = status < 300
        if (isIn) accepted += 1
        // A proof is good at the address that it was made for alone; a socket without an Origin is a program's.
        const hasOrigin = origins.has(origin) || (origin === undefined && (who === 'program' || transport !== 'socket'))
        const isDeviceHome = who === 'program' || origin === undefined || origin === stage.device.origin
        const mayBeIn = hosts.has(host) && hasOrigin && isDeviceHome
        if (isIn !== mayBeIn) wrong.push(`${transport} as ${who}, host '${host}', origin '${origin}' gave ${status}`)
      }
      return {
        passed: wrong.length === 0 && accepted > 0,
        bar: 'none accepted outside the exact list',
        found:
          wrong.length === 0
            ? `${cases.length} knocks, ${accepted} of the list let in, no other`
            : wrong.slice(0, 5).join('; '),
        figures: { knocks: cases.length, accepted, wrong: wrong.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
