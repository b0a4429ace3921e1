import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { startServer, type TestServer } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../scripts/root.ts'

const PROGRAM = join(root, 'packages/server/dist/quarterdeck.js')

/** In the place of the CLI: notes what it was given, answers the first request, and outlives its stdin for a while. */
const FAKE = `
  import { appendFileSync, writeFileSync } from 'node:fs'
  if (process.argv.includes('--version')) {
    console.log('2.1.325 (Claude Code)')
    process.exit()
  }
  writeFileSync('started', JSON.stringify({ argv: process.argv.slice(2), env: process.env }))
  writeFileSync('pid', String(process.pid))
  console.log(JSON.stringify({ type: 'keep_alive' }))
  process.stdin.on('data', (chunk) => appendFileSync('received', chunk))
  process.stdin.on('end', () => setTimeout(() => process.exit(), 300))
  setInterval(() => undefined, 1000)
`

describe('the server', () => {
  let home: string
  let data: string
  let project: string
  let server: TestServer

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'quarterdeck-server-'))
    data = join(home, 'data')
    project = join(home, 'project')
    mkdirSync(project)
    writeFileSync(join(home, 'fake.mjs'), FAKE)
    server = await start()
  })
  afterEach(async () => {
    await server.end()
    rmSync(home, { recursive: true, force: true })
  })

  function start(args = ['--claude', join(home, 'fake.mjs')]) {
    return startServer({ data, env: { HOME: home, PATH: process.env.PATH ?? '', QUARTERDECK_SECRET: 'x' }, args })
  }

  function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }
  /** Sends a path as it is: fetch would resolve its dots first. */
  function askPlainly(path: string, method = 'GET', headers: Record<string, string> = {}) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const sent = request({ hostname, port, path, method, headers }, async (response) => {
        const chunks = await response.toArray()
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') })
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async function startSession() {
    const answer = await call('POST', '/api/claude/sessions', { cwd: project, trust: true })
    await waitFor(() => existsSync(join(project, 'pid')) && readReceived() !== '')
    return (await answer.json()) as { sessionId: string }
  }
  const readReceived = () =>
    existsSync(join(project, 'received')) ? readFileSync(join(project, 'received'), 'utf8') : ''

  const queueOf = (sessionId: string) =>
    readFileSync(join(data, 'sessions', sessionId, 'log.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"subtype":"queue"'))

  const errorOf = async (response: Response) => ({
    status: response.status,
    ...((await response.json()) as { error: object }).error,
  })

  it('says that it is well to anyone, and everything else only to who has the token', async () => {
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({ ok: true, version: expect.any(String) })
    expect(await errorOf(await fetch(`${server.url}/api/claude/sessions`))).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect(await (await call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
  })

  it('writes its ready file and its state for the owner alone', () => {
    expect(statSync(join(data, 'server.json')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(join(data, 'server.json'), 'utf8'))).toMatchObject({
      url: server.url,
      pid: server.pid,
      token: server.token,
    })
  })

  it('starts nothing in a folder that nobody trusted', async () => {
    expect(await errorOf(await call('POST', '/api/claude/sessions', { cwd: project }))).toMatchObject({
      status: 403,
      code: 'untrusted_folder',
    })
    expect(readdirSync(project)).toEqual([])
    expect((await call('POST', '/api/claude/sessions', { cwd: project, trust: true })).status).toBe(201)
    await waitFor(() => existsSync(join(project, 'started')))
    // Trust is remembered.
    expect((await call('POST', '/api/claude/sessions', { cwd: project })).status).toBe(201)
  })

  it('gives the CLI our environment without our secrets', async () => {
    await call('POST', '/api/claude/sessions', { cwd: project, trust: true })
    await waitFor(() => existsSync(join(project, 'started')) && readFileSync(join(project, 'started'), 'utf8') !== '')
    const { argv, env } = JSON.parse(readFileSync(join(project, 'started'), 'utf8'))
    expect(argv).toContain('--permission-mode=default')
    expect(env.HOME).toBe(home)
    expect(JSON.stringify({ argv, env })).not.toContain(server.token)
    // A name for all that the session starts, so that it can be ended too; nothing that opens a door.
    expect(Object.keys(env).filter((name) => name.startsWith('QUARTERDECK'))).toEqual(['QUARTERDECK_SESSION'])
  })

  it.each([
    ['a relative folder', { cwd: 'project' }, "'project' is not an absolute path"],
    ['a folder that is not there', { cwd: '/no/such/folder' }, "There is no folder '/no/such/folder'"],
    ['no folder', {}, "'cwd'"],
    ['a field nobody knows', { cwd: '/', env: { PATH: '/evil' } }, 'env'],
    ['a mode that asks nobody', { cwd: '/', permissionMode: 'bypassPermissions' }, "'permissionMode'"],
    ['a model that is a flag', { cwd: '/', model: '--x y' }, "'model'"],
  ])('refuses to start with %s, and says so', async (_, body, message) => {
    const error = await errorOf(await call('POST', '/api/claude/sessions', body))
    expect(error).toMatchObject({ status: 400, code: 'bad_request', message: expect.stringContaining(message) })
  })

  it('takes JSON only', async () => {
    const text = await call('POST', '/api/claude/sessions', {}, { 'content-type': 'text/plain' })
    expect(await errorOf(text)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const broken = await fetch(`${server.url}/api/claude/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect(await errorOf(broken)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  it('answers for what is not there, and for an approval that is not open', async () => {
    expect(await errorOf(await call('GET', '/api/nothing'))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await errorOf(await call('POST', '/api/claude/sessions/none/interrupt', {}))).toMatchObject({ status: 404 })
    const { sessionId } = (await (
      await call('POST', '/api/claude/sessions', { cwd: project, trust: true })
    ).json()) as { sessionId: string }
    const late = await call('POST', `/api/claude/sessions/${sessionId}/permission`, {
      request_id: 'x',
      behavior: 'allow',
    })
    expect(await errorOf(late)).toMatchObject({ status: 409, code: 'already_resolved' })
  })

  it('asks for the token before anything else, whatever the route, method or size', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await askPlainly('/api/nothing', method)).status).toBe(401)
      expect((await askPlainly('/api/nothing', method, { host: 'evil.com' })).status).toBe(403)
    }
    expect((await askPlainly('/api/claude/sessions', 'POST', { 'content-length': '99999999' })).status).toBe(401)
  })

  it('keeps nothing of a session whose CLI could not be started', async () => {
    writeFileSync(join(home, 'fake.mjs'), FAKE)
    await server.stop()
    const notRunnable = join(home, 'not-runnable')
    writeFileSync(notRunnable, 'plain text', { mode: 0o644 })
    server = await start(['--claude', notRunnable])
    const error = await errorOf(await call('POST', '/api/claude/sessions', { cwd: project, trust: true, prompt: 'Hi' }))
    expect(error).toMatchObject({ status: 503, code: 'cli_failed', message: expect.stringContaining('may not be run') })
    expect(await (await call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
    expect(existsSync(join(data, 'sessions')) ? readdirSync(join(data, 'sessions')) : []).toEqual([])
  })

  it('takes a message while the process is being ended, and gives it to the next one', async () => {
    const { sessionId } = await startSession()
    const ending = call('DELETE', `/api/claude/sessions/${sessionId}`)
    const sent = await call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Still there?' })
    await ending
    expect(sent.status).toBe(202)
    await waitFor(() => readReceived().includes('Still there?'))
    expect(readReceived().split('Still there?')).toHaveLength(2)
  })

  it('asks again whether a folder is trusted before it starts anything there, for messages too', async () => {
    const { sessionId } = await startSession()
    await server.end()
    rmSync(join(data, 'trusted-folders.json'))
    server = await start()
    const sent = await call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    expect(await errorOf(sent)).toMatchObject({ status: 403, code: 'untrusted_folder' })
  })

  it('starts although its files were damaged, and lists what can be read', async () => {
    const { sessionId } = await startSession()
    await server.end()
    const other = join(data, 'sessions', '00000000-0000-4000-8000-000000000000')
    mkdirSync(other)
    writeFileSync(join(other, 'session.json'), '{"cwd":')
    mkdirSync(join(data, 'sessions', 'not-a-session'))
    writeFileSync(join(data, 'server.json'), 'null')
    writeFileSync(join(data, 'trusted-folders.json'), '[')
    writeFileSync(join(data, 'sessions', sessionId, 'log.ndjson'), '\u0000\nnull\n{"seq":1}\n', { flag: 'a' })
    server = await start()
    const { items } = (await (await call('GET', '/api/claude/sessions')).json()) as { items: { sessionId: string }[] }
    expect(items.map((item) => item.sessionId)).toEqual([sessionId])
  })

  it('finds its sessions again after it was killed, with the same process', async () => {
    const { sessionId } = await startSession()
    const first = readFileSync(join(project, 'pid'), 'utf8')
    await server.kill()
    server = await start()
    await call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    await waitFor(() => readReceived().includes('"Hi"'))
    expect(readFileSync(join(project, 'pid'), 'utf8')).toBe(first)
  })

  it('ends a CLI whose keeper was killed, before it starts another on that session', async () => {
    const { sessionId } = await startSession()
    const first = Number(readFileSync(join(project, 'pid'), 'utf8'))
    const { pid } = JSON.parse(readFileSync(join(data, 'sessions', sessionId, 'keeper.json'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    await waitFor(() => identifyProcess(first) === null)
    const sent = await call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Hi' })
    expect(sent.status).toBe(202)
    await waitFor(() => Number(readFileSync(join(project, 'pid'), 'utf8')) !== first)
  })

  it('takes a message once that was sent twice', async () => {
    const { sessionId } = await startSession()
    const path = `/api/claude/sessions/${sessionId}/messages`
    const body = { content: 'Only once', commandId: 'a-command' }
    expect((await call('POST', path, body)).status).toBe(202)
    await server.kill()
    server = await start()
    expect((await call('POST', path, body)).status).toBe(202)
    await call('POST', path, { content: 'The last' })
    await waitFor(() => readReceived().includes('The last') || JSON.stringify(queueOf(sessionId)).includes('The last'))
    expect(readReceived().split('Only once')).toHaveLength(2)
  })

  it('sends a long log to a client that reads, to its very end', async () => {
    const { sessionId } = await startSession()
    await server.end()
    const message = { type: 'system', subtype: 'informational', content: 'x'.repeat(100_000) }
    const path = join(data, 'sessions', sessionId, 'log.ndjson')
    const known = readFileSync(path, 'utf8').trim().split('\n').slice(1)
    const from = JSON.parse(known.at(-1) as string).seq
    const records = Array.from({ length: 400 }, (_, index) =>
      JSON.stringify({ seq: from + index + 1, at: new Date().toISOString(), from: 'cli', message }),
    )
    writeFileSync(path, `${records.join('\n')}\n`, { flag: 'a' })
    server = await start()
    const address = `${server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1`
    const socket = new WebSocket(address, ['quarterdeck.v1', `quarterdeck.bearer.${server.token}`])
    const seqs: number[] = []
    await new Promise<void>((resolve, reject) => {
      socket.onclose = () => reject(new Error(`closed after ${seqs.length} records`))
      socket.onmessage = ({ data: frame }) => {
        const { seq, type } = JSON.parse(frame)
        if (type === 'caught_up') resolve()
        else seqs.push(seq)
      }
    })
    expect(seqs.slice(-400)).toEqual(Array.from({ length: 400 }, (_, index) => from + index + 1))
  })

  it('lists a session whose keeper does not answer, and says so to whoever looks at it', async () => {
    const { sessionId } = await startSession()
    await server.stop()
    const { pid } = JSON.parse(readFileSync(join(data, 'sessions', sessionId, 'keeper.json'), 'utf8'))
    process.kill(pid, 'SIGSTOP')
    try {
      server = await start()
      const { items } = (await (await call('GET', '/api/claude/sessions')).json()) as { items: { why?: string }[] }
      expect(items[0]?.why).toContain('did not answer')
      const address = `${server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1`
      const socket = new WebSocket(address, ['quarterdeck.v1', `quarterdeck.bearer.${server.token}`])
      const frames: { type?: string; message?: unknown }[] = []
      await new Promise<void>((resolve) => {
        socket.onmessage = ({ data: frame }) => {
          frames.push(JSON.parse(frame))
          if (frames.at(-1)?.type === 'caught_up') resolve()
        }
      })
      socket.close()
      expect(frames.find(({ type }) => type === 'problem')?.message).toContain('did not answer')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  it('forgets a session that ended long ago, and nothing else', async () => {
    const { sessionId } = await startSession()
    await server.end()
    const folder = join(data, 'sessions', sessionId)
    const log = readFileSync(join(folder, 'log.ndjson'), 'utf8')
    server = await start()
    expect(existsSync(folder)).toBe(true)
    await server.end()
    writeFileSync(join(folder, 'log.ndjson'), log.replaceAll(/"at":"20\d\d/g, '"at":"2020'))
    server = await start()
    expect(existsSync(folder)).toBe(false)
    expect(await (await call('GET', '/api/claude/sessions')).json()).toMatchObject({ items: [] })
  })

  it('says that it does not have the records a client asks for, and begins anew', async () => {
    const { sessionId } = await startSession()
    const address = `${server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1&after=9999`
    const socket = new WebSocket(address, ['quarterdeck.v1', `quarterdeck.bearer.${server.token}`])
    const first = await new Promise((resolve) => {
      socket.onmessage = ({ data: frame }) => resolve(JSON.parse(frame))
    })
    expect(first).toMatchObject({ type: 'gap', after: 9999 })
    socket.close()
  })

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), /is a file/],
    ['somebody else', putThesis, /holds other things/],
  ])('refuses a data directory that belongs to %s', (_, make, message) => {
    const path = join(home, 'foreign')
    make(path)
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', path], {
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('says how to get a CLI when there is none', async () => {
    await server.stop()
    server = await start(['--claude', '/no/such/claude'])
    const error = await errorOf(await call('POST', '/api/claude/sessions', { cwd: project, trust: true }))
    expect(error).toMatchObject({
      status: 503,
      code: 'cli_not_found',
      message: expect.stringContaining('npm install -g'),
    })
    expect(await (await call('GET', '/api/claude/sessions')).json()).toEqual({ items: [], nextCursor: null })
  })

  it('serves the page with a policy that runs nothing but our own script, and no file outside it', async () => {
    const page = await fetch(`${server.url}/sessions/x`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toContain('<div id="root">')
    const paths = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
      '/.stamp',
    ]
    for (const path of paths) expect((await askPlainly(path)).text).not.toMatch(/"name"|^[0-9a-f]{64}$/)
  })

  it('sends the page without a schema of the CLI, which it does not need', async () => {
    const html = await (await fetch(server.url)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const source = await (await fetch(`${server.url}${script}`)).text()
    expect(source).toContain('Quarterdeck')
    expect(source).not.toMatch(/safeParse|looseObject|ZodObject/)
  })

  it('opens a socket for who has the token, and for nobody else, and for no foreign page at all', async () => {
    const { sessionId } = (await (
      await call('POST', '/api/claude/sessions', { cwd: project, trust: true })
    ).json()) as {
      sessionId: string
    }
    const open = (protocols: string[], headers: Record<string, string> = {}) =>
      new Promise<string>((resolve) => {
        const address = `${server.url.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1`
        const socket = new WebSocket(address, { protocols, headers } as unknown as string[])
        socket.onerror = () => resolve('refused')
        socket.onmessage = () => {
          resolve('open')
          socket.close()
        }
      })
    const bearer = `quarterdeck.bearer.${server.token}`
    expect(await open(['quarterdeck.v1', bearer])).toBe('open')
    expect(await open(['quarterdeck.v1', bearer], { origin: server.url })).toBe('open')
    expect(await open(['quarterdeck.v1'], { authorization: `Bearer ${server.token}` })).toBe('open')
    expect(await open(['quarterdeck.v1'])).toBe('refused')
    expect(await open(['quarterdeck.v1', 'quarterdeck.bearer.wrong'])).toBe('refused')
    expect(await open(['quarterdeck.v1', bearer], { origin: 'http://evil.com' })).toBe('refused')
    expect(await open(['quarterdeck.v1', bearer], { origin: 'null' })).toBe('refused')
  })

  it('stops cleanly on SIGTERM, leaves its sessions running and says how to end them', async () => {
    await call('POST', '/api/claude/sessions', { cwd: project, trust: true })
    await waitFor(() => existsSync(join(project, 'started')))
    const { code, output } = await server.stop()
    expect(code).toBe(0)
    expect(output.trim().split('\n').at(-1)).toBe(
      `Quarterdeck stopped. 1 session runs on; 'quarterdeck stop --all --data ${data}' (in a clone: npm start -- stop --all --data ${data}) ends it.`,
    )
    expect(existsSync(join(data, 'server.json'))).toBe(false)
    const pid = Number(readFileSync(join(project, 'pid'), 'utf8'))
    expect(identifyProcess(pid)).not.toBeNull()
    const stop = spawnSync(process.execPath, [PROGRAM, 'stop', '--all', '--data', data], { encoding: 'utf8' })
    expect(stop).toMatchObject({ status: 0, stdout: expect.stringContaining('1 session was ended.\n') })
    expect(identifyProcess(pid)).toBeNull()
  })

  it('stops cleanly when npm start is told to end, and leaves no process', async () => {
    const other = join(home, 'by-npm')
    const npm = spawn('npm', ['start', '--', '--port', '0', '--no-open', '--data', other], {
      cwd: root,
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => npm.on('close', resolve))
    await waitFor(() => existsSync(join(other, 'server.json')))
    const { pid } = JSON.parse(readFileSync(join(other, 'server.json'), 'utf8'))
    npm.kill('SIGTERM')
    await ended
    await waitFor(() => identifyProcess(pid) === null)
    expect(existsSync(join(other, 'server.json'))).toBe(false)
  })

  it('says that a data directory cannot be made', () => {
    const run = spawnSync(process.execPath, [PROGRAM, '--no-open', '--port', '0', '--data', '/proc/nope'], {
      encoding: 'utf8',
      env: { HOME: home },
    })
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining("'/proc/nope' cannot be used") })
  })

  it('stop says which sessions run on, and that there was no server', async () => {
    await startSession()
    const stop = (...args: string[]) =>
      spawnSync(process.execPath, [PROGRAM, 'stop', '--data', data, ...args], { encoding: 'utf8' })
    expect(stop()).toMatchObject({ status: 0, stdout: 'Quarterdeck stopped. 1 session runs on; --all ends it.\n' })
    expect(stop()).toMatchObject({ status: 1, stdout: expect.stringContaining('does not run') })
    expect(stop('--all')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 session was ended.') })
    expect(stop('--nope')).toMatchObject({ status: 2, stdout: '' })
  })

  it('refuses a second server on the same data, and a port that is taken, in one line and with exit 2', async () => {
    const run = (args: string[]) =>
      spawnSync(process.execPath, [PROGRAM, '--no-open', ...args], { encoding: 'utf8', env: { HOME: home } })
    const second = run(['--port', '0', '--data', data])
    expect(second).toMatchObject({
      status: 2,
      stdout: '',
      // Whoever starts it twice has often lost its link.
      stderr: expect.stringMatching(
        new RegExp(`^Quarterdeck runs already with the data directory .*#token=${server.token}.*\\n$`),
      ),
    })

    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const taken = run(['--port', String(port), '--data', join(home, 'other')])
    other.close()
    expect(taken).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Port \d+ is taken by another program.*\n$/),
    })
  })
})

function putThesis(folder: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'thesis.tex'), '')
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}
