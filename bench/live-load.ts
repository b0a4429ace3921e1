import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PROTOCOL } from '@quarterdeck/contract'
import { startServer, type TestServer } from '@quarterdeck/testkit'

/** In the place of the CLI: says what comes out of a pipe in its folder. It needs next to no memory, so that many can run. */
const FAKE = `#!/bin/sh
case "$*" in
  *--version*) echo "2.1.325 (Claude Code)"; exit 0 ;;
  *--help*) echo "--replay-user-messages"; exit 0 ;;
esac
exec cat lines
`

export interface Load {
  sessions: number
  clients: number
  /** Lines a second of each session. */
  rate: number
  seconds: number
  door: 'subscribe' | 'live'
}

export interface Latency {
  p50Ms: number
  p99Ms: number
  count: number
}

export interface LoadFindings {
  ours: Latency
  /** How much of what was sent has come to all who look. */
  share: number
  /** A pipe and a socket with nothing between them, in the same run. */
  bare: Latency
  /** Of the server, after the first third and at the end. */
  memoryMb: { early: number; late: number }
  /** What a line costs the server, all its readers included. */
  cpuUsPerLine: number
}

/** From the line that a CLI writes to the sockets of those who look. */
export async function measureLoad(load: Load): Promise<LoadFindings> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-load-')))
  const folders = Array.from({ length: load.sessions }, (_, index) => join(home, `project-${index}`))
  const pipes = folders.map((folder) => join(folder, 'lines'))
  for (const folder of folders) mkdirSync(folder)
  for (const pipe of pipes) execFileSync('mkfifo', [pipe])
  const claude = join(home, 'claude')
  writeFileSync(claude, FAKE)
  chmodSync(claude, 0o755)
  try {
    const bare = await measureBare(load, pipes)
    const env = { PATH: process.env.PATH ?? '', HOME: home }
    const args = ['--claude', claude, '--max-live', String(load.sessions + 1)]
    const server = await startServer({ data: join(home, 'data'), env, args })
    try {
      return { bare, ...(await measureOurs(load, server, folders, pipes)) }
    } finally {
      await server.end()
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function measureOurs(load: Load, server: TestServer, folders: readonly string[], pipes: readonly string[]) {
  const ids: string[] = []
  for (const cwd of folders) ids.push(await start(server, cwd))
  const meter = new Meter()
  const sockets =
    load.door === 'live'
      ? await Promise.all(Array.from({ length: load.clients }, () => openLive(server, ids, meter)))
      : await Promise.all(
          ids.flatMap((id) =>
            Array.from({ length: load.clients }, () =>
              openSocket(server, `/api/claude/sessions/${id}/subscribe`, (chunk) => meter.take(chunk)),
            ),
          ),
        )
  const source = await openSource(load, pipes)
  const cpuBefore = readCpuMs(server.pid)
  const early = sleep((load.seconds * 1000) / 3).then(() => readMb(server.pid))
  const sent = (await play(source, meter, load.clients)) * load.clients
  const memoryMb = { early: await early, late: readMb(server.pid) }
  const cpuMs = readCpuMs(server.pid) - cpuBefore
  for (const socket of sockets) socket.destroy()
  source.send('end')
  const cpuUsPerLine = (cpuMs * 1000) / (load.sessions * load.rate * (load.seconds + WARM_UP_MS / 1000))
  return { ours: meter.result(), share: meter.count / sent, memoryMb, cpuUsPerLine }
}

async function measureBare(load: Load, pipes: readonly string[]): Promise<Latency> {
  const relay = fork(join(import.meta.dirname, 'bare-relay.ts'), pipes)
  const source = await openSource(load, pipes)
  const ports = await new Promise<number[]>((resolve) => {
    const found: number[] = []
    relay.on('message', ({ port }: { port: number }) => found.push(port) === pipes.length && resolve(found))
  })
  const meter = new Meter()
  const sockets = ports.flatMap((port) =>
    Array.from({ length: load.clients }, () => connectInPlace(port, (chunk) => meter.take(chunk))),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await play(source, meter, load.clients)
  for (const socket of sockets) socket.destroy()
  source.send('end')
  relay.kill()
  return meter.result()
}

async function openSource({ rate, seconds }: Load, pipes: readonly string[]): Promise<ChildProcess> {
  const source = fork(join(import.meta.dirname, 'line-source.ts'), [
    ...[rate, WARM_UP_MS / 1000, seconds].map(String),
    ...pipes,
  ])
  await new Promise((resolve) => source.once('message', resolve))
  return source
}

/** Gives how many lines with a time were sent, when all have come, or no more will. */
async function play(source: ChildProcess, meter: Meter, readers: number): Promise<number> {
  source.send('begin')
  const { timed } = await new Promise<{ timed: number }>((resolve) => source.once('message', resolve))
  for (const end = Date.now() + MAX_WAY_MS; meter.count < timed * readers && Date.now() < end; ) await sleep(50)
  return timed
}

async function start(server: TestServer, cwd: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/claude/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cwd, trust: true }),
  })
  if (answer.status !== 201) throw new Error(`No session was started: ${await answer.text()}`)
  return ((await answer.json()) as { sessionId: string }).sessionId
}

/** As little work as possible here, the collector's included: what this process needs is missing to the server. */
function connectInPlace(port: number, onBytes: (chunk: Buffer) => void): Socket {
  const callback = (count: number, memory: Uint8Array) => {
    onBytes((memory as Buffer).subarray(0, count))
    return true
  }
  return connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(64 * 1024), callback } })
}

async function openSocket(server: TestServer, path: string, onBytes: (chunk: Buffer) => void): Promise<Socket> {
  const { port, host } = new URL(server.url)
  const answered = Promise.withResolvers<void>()
  const socket = connectInPlace(Number(port), (chunk) => {
    onBytes(chunk)
    answered.resolve()
  })
  socket.setNoDelay()
  const key = Buffer.from('0123456789abcdef').toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.token}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  )
  socket.on('error', () => undefined)
  await answered.promise
  return socket
}

async function openLive(server: TestServer, ids: readonly string[], meter: Meter): Promise<Socket> {
  let acked = 0
  const socket = await openSocket(server, '/api/live', (chunk) => {
    meter.take(chunk)
    // A frame begins with its number.
    const at = chunk.lastIndexOf('{"frame":')
    const frame = at < 0 ? 0 : Number(/^\d+/.exec(chunk.toString('latin1', at + 9, at + 20))?.[0] ?? 0)
    if (frame < acked + 16) return
    // The last one may have come in part.
    acked = frame - 1
    socket.write(toMasked(JSON.stringify({ type: 'ack', frame: acked })))
  })
  const sessions = ids.map((sessionId) => ({ sessionId, tail: 10 }))
  socket.write(
    toMasked(JSON.stringify({ type: 'hello', protocol: LIVE_PROTOCOL, page: 'bench', isVisible: true, sessions })),
  )
  return socket
}

function toMasked(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}

const MARK = Buffer.from('at=')

/** Nothing is counted while everybody wakes up: fifty processes that start to speak at once compile the same functions at once. */
const WARM_UP_MS = 15_000
/** Whatever takes longer is lost. */
const MAX_WAY_MS = 20_000
/** More than any load sends. */
const MOST = 4_000_000

/** Finds the times in what comes, and counts how long each was on its way. */
class Meter {
  /** Of one piece: an array that grows would make work for the collector of this process, which is missing to the server. */
  readonly #found = new Float64Array(MOST)
  count = 0

  take(chunk: Buffer): void {
    const now = performance.timeOrigin + performance.now()
    for (let at = chunk.indexOf(MARK); at >= 0; at = chunk.indexOf(MARK, at + 20)) {
      const sent = Number(chunk.toString('latin1', at + 3, at + 20))
      if (this.count === MOST) throw new Error(`More than ${MOST} lines were sent: MOST is too small.`)
      this.#found[this.count++] = now - sent
    }
  }

  result(): Latency {
    const sorted = this.#found.subarray(0, this.count).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return { p50Ms: at(0.5), p99Ms: at(0.99), count: sorted.length }
  }
}

function readMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** What a process has had of the processors so far. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
