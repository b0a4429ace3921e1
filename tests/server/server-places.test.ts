import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  askServer,
  createPairingLink,
  openPaired,
  PairedDevice,
  startBrowser,
  startServer,
  type TestBrowser,
} from '@quarterdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeCliStage, PROGRAM } from '../stages/fake-cli-stage.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** What a program of the owner prints. */
function run(stage: FakeCliStage, ...args: string[]) {
  const env = { HOME: stage.home, PATH: process.env.PATH ?? '' }
  return spawnSync(process.execPath, [PROGRAM, ...args, '--data', stage.data], { encoding: 'utf8', env })
}

describe('the server, in its place', () => {
  let stage: FakeCliStage
  beforeEach(async () => {
    stage = await FakeCliStage.set()
  })
  afterEach(() => stage.clear())

  it('is all below its base path: page, assets, routes, sockets and cookies', async () => {
    await stage.server.stop()
    await stage.start('--base-path', '/deck/one')
    const { url } = stage.server
    expect(url).toMatch(/:\d+\/deck\/one$/)
    const { sessionId } = await stage.startSession()
    const page = await browser.context.newPage()
    await openPaired(page, stage.server)
    await page.getByRole('list', { name: 'Sessions' }).getByRole('link').first().click()
    expect(page.url()).toBe(`${url}/sessions/${sessionId}`)
    await page.getByRole('status', { name: 'Session status' }).filter({ hasNotText: 'disconnected' }).waitFor()
    await page.reload()
    await page.getByRole('status', { name: 'Session status' }).filter({ hasNotText: 'disconnected' }).waitFor()
    expect((await browser.context.cookies(url)).map(({ path }) => path)).toEqual(['/deck/one'])
    await page.close()

    const { origin } = new URL(url)
    expect(await askServer(origin, 'GET', '/')).toMatchObject({ status: 307, headers: { location: '/deck/one/' } })
    expect(await askServer(origin, 'GET', '/deck/one')).toMatchObject({
      status: 307,
      headers: { location: '/deck/one/' },
    })
    for (const path of ['/api/health', '/deck/onetwo/api/health', '/deck/api/health', '/deck'])
      expect((await askServer(origin, 'GET', path)).status).toBe(404)
    expect((await askServer(origin, 'GET', '/deck/one/api/health')).status).toBe(200)
  })

  it('speaks https with a certificate, to its programs too, and keeps its cookie to that', async () => {
    const [cert, key] = makeCertificate(stage.home)
    await stage.server.stop()
    await stage.start('--tls-cert', cert, '--tls-key', key)
    expect(stage.server.url).toMatch(/^https:\/\/localhost:\d+$/)
    const status = run(stage, 'status', '--json')
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, url: stage.server.url, devices: 0 })
    const device = await PairedDevice.pair(stage.server)
    const me = await askServer(stage.server.url, 'GET', '/api/me', { headers: device.headers })
    expect(me.json()).toMatchObject({ kind: 'device', name: 'A test' })
    const secret = (await createPairingLink(stage.server)).split('=')[1]
    const [secure] = await pairPlainly(stage)
    expect(secure).toMatch(
      /^quarterdeck-[0-9a-f]{12}=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }
    const off = { body: { secret, name: 'x', publicKey: jwk }, headers: { origin: stage.server.url } }
    expect((await askServer(stage.server.url, 'POST', '/api/pair', off)).text).toContain('no point of P-256')
  })

  it.each([
    [['--tls-cert', '/no/such', '--tls-key', '/no/such'], /^--tls-cert '\/no\/such' cannot be read/],
    [['--host', '203.0.113.7', '--insecure-lan'], /^--host 203\.0\.113\.7 is no address of this machine/],
    [['--host', '0.0.0.0'], /--insecure-lan/],
  ])('refuses %j in one line, with exit 2', async (args, message) => {
    const env = { HOME: stage.home, PATH: process.env.PATH ?? '' }
    const data = join(stage.home, 'other')
    const result = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', data, ...args], {
      encoding: 'utf8',
      env,
    })
    expect(result).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) })
    expect(result.stderr.trim().split('\n')).toHaveLength(1)
  })

  it('lets a page without encryption in by a secret of its own, with --insecure-lan alone', async () => {
    const lan = 'http://deck.test:4100'
    const deviceSecret = 'S'.repeat(43)
    const pair = async () => {
      const secret = (await createPairingLink(stage.server)).split('#pair=')[1]
      const headers = { host: 'deck.test:4100', origin: lan }
      return askServer(stage.server.url, 'POST', '/api/pair', {
        body: { secret, name: 'Phone', deviceSecret },
        headers,
      })
    }
    expect((await pair()).status).toBe(403)
    await stage.server.stop()
    await stage.start('--insecure-lan', '--public-url', lan)
    const paired = await pair()
    expect(paired.status).toBe(201)
    const cookie = paired.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const headers = { host: 'deck.test:4100', origin: lan, cookie }
    const ask = async (more: Record<string, string>) =>
      (await askServer(stage.server.url, 'GET', '/api/me', { headers: { ...headers, ...more } })).status
    expect(await ask({ 'x-quarterdeck-proof': deviceSecret })).toBe(200)
    expect(await ask({})).toBe(401)
    // Started again without the flag: what was let in by it is out.
    await stage.server.stop()
    await stage.start()
    const after = await askServer(stage.server.url, 'GET', '/api/me', {
      headers: { cookie, 'x-quarterdeck-proof': deviceSecret },
    })
    expect(after.status).toBe(401)
  })

  it('is not there for a real browser without encryption, and does without its key where that was allowed', async () => {
    const browserOfLan = await startBrowser({ names: ['deck.test'] })
    try {
      const { port } = new URL(stage.server.url)
      const lan = `http://deck.test:${port}`
      const page = await browserOfLan.context.newPage()
      const open = async () => {
        // A new part behind the # alone would not load it again.
        await page.goto('about:blank')
        return page.goto(`${lan}/#pair=${(await createPairingLink(stage.server)).split('#pair=')[1]}`)
      }
      expect((await open())?.status()).toBe(403)
      await stage.server.stop()
      await stage.start('--port', port, '--public-url', lan, '--insecure-lan')
      await open()
      await page.getByRole('button', { name: 'New session' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'New session' }).waitFor()
      await stage.server.stop()
      await stage.start('--port', port, '--public-url', lan, '--insecure-lan')
      await page.reload()
      await page.getByRole('button', { name: 'New session' }).waitFor()
    } finally {
      await browserOfLan.close()
    }
  })

  it('is another server for a browser when its data is other, and signs nobody out', async () => {
    const { port } = new URL(stage.server.url)
    const isIn = (page: Page) => page.getByRole('button', { name: 'New session' }).waitFor()
    const page = await browser.context.newPage()
    await openPaired(page, stage.server)
    await stage.server.stop()
    const data = join(stage.home, 'other')
    const env = { HOME: stage.home, PATH: process.env.PATH ?? '' }
    const other = await startServer({ data, env, args: ['--port', port, '--claude', stage.claude] })
    await page.goto(other.url)
    await page.getByRole('heading', { name: 'This browser is not paired' }).waitFor()
    await openPaired(page, other)
    await other.stop()
    await stage.start('--port', port)
    await page.goto(stage.server.url)
    await isIn(page)
    await page.close()
  })

  it('takes its flags from config.json too, and says what is wrong there', async () => {
    await stage.server.stop()
    writeFileSync(join(stage.data, 'config.json'), '{"base-path": "/deck", "publicUrl": ["https://deck.example.com"]}')
    await stage.start()
    expect(stage.server.url).toMatch(/\/deck$/)
    expect(await createPairingLink(stage.server)).toMatch(/^https:\/\/deck\.example\.com\/deck\/#pair=[\w-]{43}$/)
    await stage.server.stop()
    writeFileSync(join(stage.data, 'config.json'), '{"prot": 4100}')
    const wrong = run(stage, '--no-open', '--port', '0')
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/config\.json': there is no key 'prot'.*\n$/),
    })
    writeFileSync(join(stage.data, 'config.json'), '{}')
    await stage.start()
  })

  it('says that its data is of a newer version, and leaves it alone', async () => {
    await stage.server.stop()
    const path = join(stage.data, 'version.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ product: 'quarterdeck', version: 1 })
    writeFileSync(path, '{"version":99}')
    const newer = run(stage, '--no-open', '--port', '0')
    expect(newer).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/newer Quarterdeck \(its version is 99, this one knows 1\).*\n$/),
    })
    writeFileSync(path, '{"version":1}')
    await stage.start()
  })
})

describe('the programs that ask the server', () => {
  let stage: FakeCliStage
  beforeAll(async () => {
    stage = await FakeCliStage.set()
  })
  afterAll(() => stage.clear())

  it('pair gives a link that works, with a QR code', async () => {
    const { status, stdout } = run(stage, 'pair')
    expect(status).toBe(0)
    expect(stdout).toMatch(/[█▀▄]{10}/)
    const link = /http:\S+/.exec(stdout)?.[0] ?? ''
    const page = await browser.context.newPage()
    await page.goto(link)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await page.close()
    const json = JSON.parse(run(stage, 'pair', '--json').stdout)
    expect(json).toMatchObject({ link: expect.stringContaining('#pair='), expiresAt: expect.any(String) })
  })

  it('devices lists and revokes, by the beginning of an id', async () => {
    const device = await PairedDevice.pair(stage.server, { name: 'Old phone' })
    expect(run(stage, 'devices').stdout).toContain('Old phone')
    const { items } = JSON.parse(run(stage, 'devices', '--json').stdout)
    expect(items).toContainEqual(expect.objectContaining({ deviceId: device.deviceId, origin: device.origin }))
    expect(JSON.stringify(items)).not.toMatch(/hash|publicKey/i)
    expect(run(stage, 'devices', 'revoke', 'nobody')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("begins with 'nobody'"),
    })
    expect(run(stage, 'devices', 'revoke')).toMatchObject({ status: 2 })
    expect(run(stage, 'devices', 'revoke', device.deviceId.slice(0, 13))).toMatchObject({
      status: 0,
      stdout: "'Old phone' is revoked.\n",
    })
    const { status } = await askServer(stage.server.url, 'GET', '/api/me', { headers: device.headers })
    expect(status).toBe(401)
  })

  it('status says how it is doing; all of them say when nothing runs', () => {
    expect(run(stage, 'status').stdout).toContain(`runs at ${stage.server.url} (process ${stage.server.pid}`)
    const empty = join(stage.home, 'empty')
    mkdirSync(empty)
    for (const args of [['pair'], ['devices'], ['devices', 'revoke', 'x'], ['status']]) {
      const result = spawnSync(process.execPath, [PROGRAM, ...args, '--data', empty], { encoding: 'utf8' })
      expect(result).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('does not run with the data directory'),
      })
    }
    expect(run(stage, 'status', '--nope')).toMatchObject({
      status: 2,
      stderr: "There is no flag '--nope'. --help lists them.\n",
    })
    expect(run(stage, 'pair', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('quarterdeck pair [FLAGS]'),
    })
  })

  it('says on other systems that it does not run there', () => {
    const windows = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})"
    const result = spawnSync(process.execPath, ['--import', windows, PROGRAM, 'status'], { encoding: 'utf8' })
    expect(result).toMatchObject({ status: 2, stderr: expect.stringContaining("not on 'win32'. Install WSL") })
  })
})

/** The cookies that a pairing gives. */
async function pairPlainly(stage: FakeCliStage): Promise<string[]> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = (await createPairingLink(stage.server)).split('#pair=')[1]
  const body = { secret, name: 'x', publicKey: publicKey.export({ format: 'jwk' }) }
  const { origin } = new URL(stage.server.url)
  return (
    (await askServer(stage.server.url, 'POST', '/api/pair', { body, headers: { origin } })).headers['set-cookie'] ?? []
  )
}

/** For localhost, signed by itself. */
function makeCertificate(folder: string): [cert: string, key: string] {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...subject],
    ...['-keyout', key, '-out', cert],
  ])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  return [cert, key]
}
