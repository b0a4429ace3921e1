import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, createPairingSecret, PairedDevice } from '@quarterdeck/testkit'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { GateStage, openRaw } from '../../gate-stage.ts'

/** A clock that can be put forward from outside, by a minute for each signal. */
const CLOCK = `const real = Date.now
let shift = 0
process.on('SIGUSR2', () => { shift += 60_000; process.stdout.write('tick ' + shift + '\\n') })
Date.now = () => real() + shift`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`

/** What is wrong, or null when it went as it must. */
type Case = (stage: GateStage, context: RowContext) => Promise<string | null>

const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
}

function pair(stage: GateStage, secret: string): Promise<Answer> {
  const headers = { origin: new URL(stage.server.url).origin }
  return stage.ask('POST', '/api/pair', headers, { secret, name: 'x', publicKey: KEY })
}

async function waitMinutes(stage: GateStage, minutes: number): Promise<void> {
  const before = stage.server.output().split('tick').length
  for (let count = 0; count < minutes; count++) {
    process.kill(stage.server.pid, 'SIGUSR2')
    while (stage.server.output().split('tick').length < before + count + 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const countDevices = async (stage: GateStage) =>
  ((await stage.ask('GET', '/api/devices', stage.bearer)).json() as { items: unknown[] }).items.length

const CASES: Readonly<Record<string, Case>> = {
  'a link is used once, however many try at once': async (stage) => {
    const before = await countDevices(stage)
    const secret = await createPairingSecret(stage.server)
    const answers = await Promise.all(Array.from({ length: 8 }, () => pair(stage, secret)))
    const paired = answers.filter(({ status }) => status === 201).length
    const used = answers.filter(({ status, text }) => status === 410 && text.includes('link_used')).length
    const after = await countDevices(stage)
    await waitMinutes(stage, 1)
    return paired === 1 && used === 7 && after === before + 1
      ? null
      : `${paired} were paired, ${used} were told that it was used`
  },
  'a link lives for five minutes': async (stage) => {
    const [first, second] = [await createPairingSecret(stage.server), await createPairingSecret(stage.server)]
    await waitMinutes(stage, 4)
    const early = (await pair(stage, first)).status
    await waitMinutes(stage, 1)
    const late = await pair(stage, second)
    await waitMinutes(stage, 1)
    return early === 201 && late.status === 410 && late.text.includes('link_expired')
      ? null
      : `after 4 minutes ${early}, after 5 ${late.status}`
  },
  'guesses are limited, and the limit ends': async (stage, { quick }) => {
    const secret = await createPairingSecret(stage.server)
    const statuses: number[] = []
    for (let count = 0; count < (quick ? 30 : 300); count++)
      statuses.push((await pair(stage, `${secret.slice(0, -4)}${String(count).padStart(4, '0')}`)).status)
    const tried = statuses.filter((status) => status === 410).length
    const whileLimited = (await pair(stage, secret)).status
    await waitMinutes(stage, 1)
    const afterwards = (await pair(stage, secret)).status
    return tried <= 10 && statuses.at(-1) === 429 && whileLimited === 429 && afterwards === 201
      ? null
      : `${tried} were tried, then ${statuses.at(-1)}, the right one ${whileLimited}, later ${afterwards}`
  },
  'a proof expires, and a new one is had by a signature alone': async (stage) => {
    const device = await PairedDevice.pair(stage.server)
    const ask = async () => (await stage.ask('GET', '/api/me', device.headers)).status
    const fresh = await ask()
    await waitMinutes(stage, 15)
    const old = await ask()
    await device.prove()
    return fresh === 200 && old === 401 && (await ask()) === 200 ? null : `${fresh}, then ${old}`
  },
  'a nonce is signed by its device, for its page, once': async (stage) => {
    const [device, other] = [await PairedDevice.pair(stage.server), await PairedDevice.pair(stage.server)]
    const headers = { origin: device.origin, cookie: device.cookie }
    const nonceOf = async () =>
      ((await stage.ask('POST', '/api/proof/nonce', headers, {})).json() as { nonce: string }).nonce
    const prove = async (nonce: string, signature: string, sent: Record<string, string> = headers) =>
      (await stage.ask('POST', '/api/proof', sent, { nonce, signature })).status
    const [good, again, foreign] = [await nonceOf(), await nonceOf(), await nonceOf()]
    const theirs = await nonceOf()
    const found = [
      await prove(good, device.sign(good)),
      await prove(good, device.sign(good)),
      await prove(again, other.sign(again)),
      await prove(foreign, device.sign(foreign, 'http://127.0.0.1:1')),
      await prove(theirs, other.sign(theirs), { origin: other.origin, cookie: other.cookie }),
      await prove('made-up', device.sign('made-up')),
    ]
    return found.join() === '200,401,401,401,401,401' ? null : `they gave ${found.join()}`
  },
  'a revoked device is out, its socket with it': async (stage) => {
    const device = await PairedDevice.pair(stage.server)
    const offered = { 'sec-websocket-protocol': device.socketProtocols.join(', ') }
    const opened = await openRaw(stage.server.url, `/api/claude/sessions/${stage.sessionId}/subscribe`, {
      ...device.headers,
      ...offered,
    })
    if (typeof opened === 'number') return `its socket was not opened: ${opened}`
    const closed = new Promise<number>((resolve) => opened.socket.on('close', () => resolve(performance.now())))
    opened.socket.resume()
    const began = performance.now()
    await stage.ask('DELETE', `/api/devices/${device.deviceId}`, stage.bearer)
    const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), 10_000))
    const closedAt = await Promise.race([closed, limit])
    opened.socket.destroy()
    if (closedAt === null) return 'its socket was still open after 10 s'
    revokedMs = closedAt - began
    const { status } = await stage.ask('GET', '/api/me', device.headers)
    return status === 401 ? null : `it still got ${status}`
  },
  'no secret stands where it must not': async (stage) => {
    const { token } = stage.server
    const secret = await createPairingSecret(stage.server)
    await pair(stage, secret)
    const { cookie, proof } = stage.device
    const secrets = { token, 'a link': secret, 'a cookie': cookie.split('=')[1] ?? '', 'a proof': proof }
    const places: Record<string, string> = {
      'what it prints': stage.server.output(),
      ...readFiles(stage.data),
      ...readProcesses(),
    }
    const found = Object.entries(secrets).flatMap(([what, value]) =>
      Object.entries(places).flatMap(([place, text]) => (text.includes(value) ? [`${what} in ${place}`] : [])),
    )
    const wrong = found.filter((each) => each !== 'token in server.json')
    return found.length === 1 && wrong.length === 0
      ? null
      : wrong.join(', ') || 'the token was not even found in server.json'
  },
}

let revokedMs = 0

function readFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false,
  )
  return Object.fromEntries(paths.map((path) => [path, readIfThere(join(folder, path))]))
}

/** Empty where it went away meanwhile, is somebody else's, or there is no such file system. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** What every user of the machine can read of a process, and what its owner can. Linux only. */
function readProcesses(): Record<string, string> {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const own = pids.filter((pid) => Number(pid) !== process.pid)
  return Object.fromEntries(
    own.map((pid) => [
      `process ${pid}`,
      `${readIfThere(`/proc/${pid}/cmdline`)}${readIfThere(`/proc/${pid}/environ`)}`,
    ]),
  )
}

export default {
  id: 'S4',
  title: 'pairing: reuse, expiry, brute force; revocation with a live socket; secrets in files, output and processes',
  async run(context: RowContext) {
    const stage = await GateStage.set({ env: { NODE_OPTIONS } })
    const wrong: string[] = []
    try {
      for (const [name, run] of Object.entries(CASES)) {
        const problem = await run(stage, context)
        if (problem !== null) wrong.push(`${name}: ${problem}`)
      }
    } finally {
      await stage.clear()
    }
    const count = Object.keys(CASES).length
    return {
      passed: wrong.length === 0 && revokedMs < 1000,
      bar: 'single use, rate limited, closed within 1 s, no secret found',
      found: wrong.length === 0 ? `all ${count} cases, closed after ${Math.round(revokedMs)} ms` : wrong.join('; '),
      figures: { cases: count, wrong: wrong.length, revokedMs: Math.round(revokedMs) },
    }
  },
} satisfies Row
