import { PairedDevice } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'
import { type Door, GateStage } from '../../gate-stage.ts'

type Headers = Record<string, string>

/** None of these lets anybody in anywhere. */
async function makeCredentials(stage: GateStage): Promise<Record<string, Headers>> {
  const { origin } = stage.device
  const revoked = await PairedDevice.pair(stage.server, { name: 'Revoked' })
  await stage.ask('DELETE', `/api/devices/${revoked.deviceId}`, stage.bearer)
  const old = stage.bearer
  const proven = stage.device.proof
  // A new start makes a new token, and forgets what was proven to the last one.
  await stage.server.stop()
  await stage.start()
  const now = new URL(stage.server.url).origin
  const before = stage.device
  stage.device = await PairedDevice.pair(stage.server)
  const { cookie, proof } = stage.device
  const [name] = cookie.split('=')
  return {
    nothing: {},
    'nothing, from our page': { origin: now },
    'an empty bearer': { authorization: 'Bearer ' },
    'a wrong bearer': { authorization: `Bearer ${'A'.repeat(43)}` },
    'the bearer of an earlier start': old,
    'the bearer with another scheme': { authorization: stage.bearer.authorization?.replace('Bearer', 'Basic') ?? '' },
    'a wrong bearer beside a good device': { ...stage.device.headers, authorization: 'Bearer x' },
    'the cookie alone': { origin: now, cookie },
    'the proof alone': { origin: now, 'x-quarterdeck-proof': proof },
    'a wrong cookie with the proof': { origin: now, cookie: `${name}=${'A'.repeat(43)}`, 'x-quarterdeck-proof': proof },
    'the cookie under another name': { origin: now, cookie: `x${cookie}`, 'x-quarterdeck-proof': proof },
    'the cookie with a wrong proof': { origin: now, cookie, 'x-quarterdeck-proof': 'A'.repeat(43) },
    'the cookie with an expired proof': { origin: now, cookie, 'x-quarterdeck-proof': proven },
    "the cookie with another device's proof": { origin: now, cookie: before.cookie, 'x-quarterdeck-proof': proof },
    'a revoked device': { ...revoked.headers, origin: now },
    'a revoked cookie with a good proof': { origin: now, cookie: revoked.cookie, 'x-quarterdeck-proof': proof },
    'a device of another address': { ...before.headers, origin },
    'the token in the query': {},
  }
}

/** A door's answer to who must not come in. What has only its cookie may ask for a nonce, and nothing else. */
function isRefused(status: number, door: Door, name: string): boolean {
  if (status === 401 || status === 403) return true
  return (
    door.policy === 'half' && name.startsWith('the cookie') && !name.endsWith('name') && status >= 200 && status < 500
  )
}

async function knockEverywhere(stage: GateStage, doors: readonly Door[], credentials: Record<string, Headers>) {
  const wrong: string[] = []
  let count = 0
  for (const [name, headers] of Object.entries(credentials)) {
    const query =
      name === 'the token in the query' ? `?token=${stage.server.token}&access_token=${stage.server.token}` : ''
    const protocols = headers['x-quarterdeck-proof']
    const offered = protocols === undefined ? 'quarterdeck.v1' : `quarterdeck.v1, quarterdeck.proof.${protocols}`
    for (const door of doors) {
      const path = stage.toPath(door.path) + query
      const status =
        door.method === 'SOCKET'
          ? await stage.knock(path, { ...headers, 'sec-websocket-protocol': offered })
          : (await stage.ask(door.method, path, headers, door.method === 'GET' ? undefined : {})).status
      count += 1
      if (!isRefused(status, door, name)) wrong.push(`${name}: ${door.method} ${door.path} gave ${status}`)
    }
  }
  return { wrong, count }
}

/** The same doors by other names, and by methods they do not take: none may lead around the gate, or tell who is outside what there is. */
const ODD_PATHS = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/claude/sessions/',
  '/api/claude//sessions',
  '/api/%63laude/sessions',
  '/api/claude/projects',
  '/api/claude/sessions/00000000-0000-4000-8000-000000000000/subscribe',
  '/api/live',
]
const ODD_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

async function knockOddly(stage: GateStage): Promise<{ wrong: string[]; count: number }> {
  const wrong: string[] = []
  for (const path of ODD_PATHS)
    for (const method of ODD_METHODS) {
      const { status } = await stage.ask(method, path)
      if (status !== 401) wrong.push(`${method} ${path} gave ${status}`)
    }
  return { wrong, count: ODD_PATHS.length * ODD_METHODS.length }
}

/** A gate that refuses everyone would pass the rest. */
async function knockRightly(stage: GateStage, doors: readonly Door[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { method, path } of doors.filter((door) => door.policy === 'signed_in')) {
    if (method !== 'GET' && method !== 'SOCKET') continue
    for (const headers of [stage.bearer, stage.device.headers]) {
      const offered = { 'sec-websocket-protocol': stage.device.socketProtocols.join(', ') }
      const at = stage.toPath(path)
      const status =
        method === 'SOCKET'
          ? await stage.knock(at, { ...headers, ...offered })
          : (await stage.ask('GET', at, headers)).status
      if (status === 401 || (status === 403 && headers === stage.bearer))
        wrong.push(`${method} ${path} refused who may come in: ${status}`)
    }
  }
  return wrong
}

export default {
  id: 'S1',
  title: 'every route and socket × no, bad, expired, revoked credential',
  async run() {
    const stage = await GateStage.set()
    try {
      const credentials = await makeCredentials(stage)
      const all = await stage.doors()
      const closed = all.filter(({ policy }) => policy !== 'open')
      const open = all.filter(({ policy }) => policy === 'open').map(({ method, path }) => `${method} ${path}`)
      const sessions = stage.countSessions()
      const asked = await knockEverywhere(stage, closed, credentials)
      const odd = await knockOddly(stage)
      const wrong = [...asked.wrong, ...odd.wrong, ...(await knockRightly(stage, all))]
      const unexpected = open.filter((door) => door !== 'GET /api/health' && door !== 'POST /api/pair')
      if (unexpected.length > 0) wrong.push(`open to everyone: ${unexpected.join(', ')}`)
      if (stage.countSessions() !== sessions) wrong.push('a session was started')
      return {
        passed: wrong.length === 0,
        bar: 'none open but health and the pairing exchange',
        found:
          wrong.length === 0
            ? `${closed.length} doors, ${asked.count + odd.count} knocks, none let in`
            : wrong.slice(0, 5).join('; '),
        figures: { doors: closed.length, knocks: asked.count + odd.count, open: open.length, wrong: wrong.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
