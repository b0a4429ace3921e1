import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SOCKET_PROTOCOL } from '@quarterdeck/contract'
import { identifyProcess } from '@quarterdeck/driver'
import {
  askServer,
  findRealCli,
  PairedDevice,
  startScriptedModel,
  startServer,
  type TestServer,
  toCliEnv,
} from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import pushEndpoint from '../../faults/rows/security/s14-push-endpoint.ts'
import { FakeCliStage, PROGRAM, waitFor } from '../stages/fake-cli-stage.ts'
import { BridgeClient } from './bridge-client.ts'

/** What stands in the log of a server. */
function readLog(data: string): Record<string, unknown>[] {
  const folder = join(data, 'logs')
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
}

/** What a stranger, or a sleeping phone, leaves open. */
function plug({ url }: TestServer, words: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(words)
      socket.pause()
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

function openSocket({ url, token }: TestServer, path: string): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const headers = { authorization: `Bearer ${token}` }
  const options = { protocols: [SOCKET_PROTOCOL], headers } as unknown as string[]
  const socket = new WebSocket(url.replace('http', 'ws') + path, options)
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve({ socket, closed })
    socket.onerror = () => reject(new Error(`${path} was not opened`))
  })
}

describe('a server in service', () => {
  let stage: FakeCliStage
  beforeEach(async () => {
    stage = await FakeCliStage.set()
  })
  afterEach(() => stage.clear())

  it('stops cleanly whoever is connected, says goodbye to those who listen, and lets its sessions run on', async () => {
    await stage.server.stop()
    await stage.start('--bridge')
    const { sessionId } = await stage.startSession()
    const { server } = stage
    const sockets = await Promise.all([
      openSocket(server, `/api/claude/sessions/${sessionId}/subscribe?frames=1`),
      openSocket(server, '/api/live'),
    ])
    const bridge = await BridgeClient.open(server, BridgeClient.readKey(stage.data))
    const html = await (await fetch(server.url)).text()
    const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? ''
    const host = new URL(server.url).host
    const plugs = await Promise.all([
      plug(server, ''),
      plug(server, `GET / HTTP/1.1\r\nhost: ${host}\r\nx-half: `),
      plug(
        server,
        `POST /api/claude/sessions HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      ),
      // Asks for megabytes, and never reads.
      plug(server, `GET ${script} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(200)),
      plug(
        server,
        `GET /api/live HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.token}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`,
      ),
    ])
    const { code, output } = await server.stop()
    expect(code).toBe(0)
    expect(output).toContain('1 session runs on')
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1001, 1001])
    await bridge.closed
    for (const socket of plugs) socket.destroy()
    expect(existsSync(join(stage.data, 'server.json'))).toBe(false)
    expect(existsSync(join(stage.data, 'lock'))).toBe(false)
    expect(identifyProcess(stage.cliPid)).not.toBeNull()
    expect(readLog(stage.data).at(-1)).toMatchObject({ msg: 'stopped', liveSessions: 1 })
    await stage.start()
  })

  it('that fails says so, in a sentence and in its log, with another code; its sessions live on, and the next server finds them', async () => {
    await stage.server.stop()
    const hook = join(stage.home, 'crash.mjs')
    writeFileSync(hook, "process.on('SIGUSR2', () => { throw new TypeError('nobody expected this') })")
    const env = { HOME: stage.home, PATH: process.env.PATH ?? '', NODE_OPTIONS: `--import=${hook}` }
    stage.server = await startServer({ data: stage.data, env, args: ['--claude', stage.claude] })
    const { sessionId } = await stage.startSession()
    const { cliPid } = stage
    process.kill(stage.server.pid, 'SIGUSR2')
    await waitFor(() => identifyProcess(stage.server.pid) === null)
    const { code, output } = await stage.server.stop()
    expect(code).toBe(1)
    expect(output).toContain('Quarterdeck has failed, and stops. Its sessions run on')
    const last = readLog(stage.data).at(-1)
    expect(last).toMatchObject({ level: 'error', msg: 'crashed', error: 'TypeError', reason: 'nobody expected this' })
    await stage.start()
    await stage.call('POST', `/api/claude/sessions/${sessionId}/messages`, { content: 'Still there?' })
    await waitFor(() => stage.received.includes('Still there?'))
    expect(stage.cliPid).toBe(cliPid)
  })

  it('writes its log for the owner alone, at the level that was asked for, and refuses another', async () => {
    await stage.call('GET', '/api/claude/sessions')
    expect(readLog(stage.data)).toMatchObject([{ level: 'info', msg: 'started', url: stage.server.url }])
    expect(statSync(join(stage.data, 'logs')).mode & 0o777).toBe(0o700)
    expect(statSync(join(stage.data, 'logs/server.log')).mode & 0o777).toBe(0o600)
    await stage.server.stop()
    await stage.start('--log-level', 'debug')
    await stage.call('GET', '/api/claude/sessions?q=something')
    await waitFor(() => readLog(stage.data).some(({ msg }) => msg === 'request'))
    expect(readLog(stage.data).find(({ msg }) => msg === 'request')).toMatchObject({
      method: 'GET',
      route: '/api/claude/sessions',
      status: 200,
      by: 'program',
    })
    const wrong = spawnSync(process.execPath, [PROGRAM, '--log-level', 'loud'], { encoding: 'utf8' })
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('debug, info, warn, error, silent') })
  })
})

describe('secrets', () => {
  it('are in no log, no argument of a process and no answer that others could read', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-secrets-')))
    const project = join(home, 'project')
    mkdirSync(project)
    const model = await startScriptedModel()
    const data = join(home, 'data')
    const args = ['--claude', findRealCli('2.1.325'), '--bridge', '--log-level', 'debug']
    const server = await startServer({ data, env: toCliEnv({ home, modelUrl: model.url }), args })
    try {
      const device = await PairedDevice.pair(server)
      const ask = (method: string, path: string, body?: unknown) =>
        askServer(server.url, method, path, { headers: device.headers, body })
      model.script('The word is xylophone-7.', [
        { tools: [{ name: 'Bash', input: { command: 'echo marimba-8 > note.txt', description: 'Note' } }] },
        { text: 'It is celesta-9.' },
      ])
      const started = await ask('POST', '/api/claude/sessions', {
        cwd: project,
        trust: true,
        prompt: 'The word is xylophone-7.',
      })
      const { sessionId } = started.json() as { sessionId: string }
      const inbox = async () => ((await ask('GET', '/api/inbox')).json() as { items: { requestId: string }[] }).items
      let [asked] = await inbox()
      while (asked === undefined) [asked] = await inbox()
      const argv = listArguments(server.pid)
      await ask('POST', `/api/claude/sessions/${sessionId}/permission`, {
        request_id: asked.requestId,
        behavior: 'allow',
      })
      while ((await inbox()).some(({ requestId }) => requestId !== undefined)) await new Promise(setImmediate)
      const bridge = await BridgeClient.open(server, BridgeClient.readKey(data))
      await bridge.ask({ type: 'get_history', sessionId }, 'history')
      await ask('GET', '/api/claude/search?q=glockenspiel-10')
      await ask('PUT', '/api/preferences', { device: { theme: 'vibraphone-11' } })
      await askServer(server.url, 'GET', '/api/claude/sessions', { headers: { cookie: 'quarterdeck-x=tubular-12' } })
      await askServer(server.url, 'POST', '/api/pair', {
        body: { secret: 'cymbal-13', name: 'x' },
        headers: { origin: server.url },
      })
      await server.stop()
      const log = readdirSync(join(data, 'logs'))
        .map((name) => readFileSync(join(data, 'logs', name), 'utf8'))
        .join('')
      expect(log).toContain(sessionId)
      const link = /#pair=([\w-]+)/.exec(server.output())?.[1] ?? 'none'
      const credentials = [
        server.token,
        link,
        device.proof,
        device.cookie.split('=')[1] ?? '',
        BridgeClient.readKey(data),
      ]
      const words = [
        'xylophone-7',
        'marimba-8',
        'celesta-9',
        'glockenspiel-10',
        'vibraphone-11',
        'tubular-12',
        'cymbal-13',
      ]
      for (const secret of [...credentials, ...words]) {
        expect(secret.length).toBeGreaterThan(8)
        expect(log.includes(secret), `'${secret}' stands in the log`).toBe(false)
        expect(
          argv.some((each) => each.includes(secret)),
          `'${secret}' is an argument`,
        ).toBe(false)
      }
      expect(argv.length).toBeGreaterThan(2)
    } finally {
      spawnSync(process.execPath, [PROGRAM, 'stop', '--all', '--data', data])
      await model.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  })

  it('of the network are not reached by a push endpoint', async () => {
    expect(await pushEndpoint.run({ quick: true, seed: 7 })).toMatchObject({ passed: true })
  })
})

/** The arguments of all processes that everyone on the machine can read; where the system shows them, ours are among them. */
function listArguments(serverPid: number): string[] {
  if (!existsSync('/proc/self/cmdline')) return [`no /proc: ${serverPid}`, '', '']
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [readFileSync(`/proc/${name}/cmdline`, 'utf8')]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
