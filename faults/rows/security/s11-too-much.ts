import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../../../scripts/rows.ts'
import { AskingStage } from '../../asking-stage.ts'

const MB = 1024 * 1024

/** Somebody who only wants to work meanwhile. */
class Bystander {
  readonly #stage: AskingStage
  #isOver = false
  asked = 0
  slowestMs = 0
  readonly wrong: string[] = []
  readonly #done: Promise<void>

  constructor(stage: AskingStage) {
    this.#stage = stage
    this.#done = this.#work()
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now()
      const { status } = await this.#stage.ask('GET', '/api/claude/sessions').catch(() => ({ status: 0 }))
      this.asked++
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
      if (status !== 200) this.wrong.push(`a bystander was answered with ${status}`)
      await sleep(20)
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

/** Writes bytes as they are, and gives the first line of the answer; 'closed' where the connection is ended without one. */
function send(stage: AskingStage, head: string, body: Iterable<string | Buffer>, headers = ''): Promise<string> {
  const { hostname, port, host } = new URL(stage.server.url)
  const authorization = `authorization: Bearer ${stage.server.token}\r\n`
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      resolve(said.split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', () => resolve(said === '' ? 'closed' : said))
    socket.on('close', () => resolve(said === '' ? 'closed' : said))
    socket.write(
      `${head} HTTP/1.1\r\nhost: ${host}\r\n${authorization}content-type: application/json\r\n${headers}\r\n`,
    )
    const parts = body[Symbol.iterator]()
    const write = () => {
      for (let next = parts.next(); !next.done; next = parts.next()) if (!socket.write(next.value)) return
    }
    socket.on('drain', write)
    write()
  })
}

function* repeat(text: string, times: number): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let count = 0; count < times; count++) yield bytes
}

function toChunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}

const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`

/** A frame of a WebSocket, masked with zeros. */
function toFrame(length: number, { opcode = 1, isLast = true } = {}): Buffer {
  const head = Buffer.alloc(14)
  head[0] = (isLast ? 0x80 : 0) | opcode
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

async function openSocket(stage: AskingStage, path: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  const { hostname, port, host } = new URL(stage.server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  const upgrade =
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${stage.server.token}\r\nsec-websocket-protocol: quarterdeck.v1\r\n${upgrade}\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.resume()
  return { socket, closed }
}

export default {
  id: 'S11',
  title: 'oversize and deep JSON, slow and half-open connections, frames over the limit',
  async run({ quick }) {
    const stage = await AskingStage.set()
    const wrong: string[] = []
    const half: Socket[] = []
    let attempts = 0
    try {
      const sessionId = await stage.begin()
      const at = `/api/claude/sessions/${sessionId}`
      const bystander = new Bystander(stage)
      const refuses = async (name: string, answer: Promise<string>) => {
        attempts++
        const said = await answer
        if (said !== 'closed' && !/^HTTP\/1.1 4\d\d/.test(said)) wrong.push(`${name}: ${said.slice(0, 100)}`)
      }
      const { hostname, port, host } = new URL(stage.server.url)
      for (let count = 0; count < (quick ? 50 : 400); count++) {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => undefined)
        // Some never say what they want, some never end what they say, and some say nothing at all.
        if (count % 3 === 0) socket.write(`GET /api/health HTTP/1.1\r\nhost: ${host}\r\nx-`)
        if (count % 3 === 1)
          socket.write(
            `POST ${at}/messages HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${stage.server.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
          )
        half.push(socket)
      }
      const routes = ['/api/claude/sessions', `${at}/messages`, `${at}/permission`, `${at}/control`]
      for (const path of routes) {
        const size = 2000 * MB
        await refuses(
          `${path}: 2 GB announced`,
          send(stage, `POST ${path}`, repeat(' '.repeat(MB), 20), `content-length: ${size}\r\n`),
        )
        const chunk = toChunk('x'.repeat(MB))
        await refuses(
          `${path}: 100 MB without an end`,
          send(stage, `POST ${path}`, repeat(chunk, 100), 'transfer-encoding: chunked\r\n'),
        )
        for (const body of [
          nested(100_000),
          '['.repeat(5 * MB),
          `{"a":${nested(1000)}}`,
          `{${'"k":1,'.repeat(500_000)}"k":1}`,
        ])
          await refuses(
            `${path}: ${body.slice(0, 10)}`,
            send(stage, `POST ${path}`, [body], `content-length: ${body.length}\r\n`),
          )
      }
      // Of the right shape, and deeper than anybody could write it down again.
      const content = `[{"type":"text","text":"DEEP","more":${nested(2500)}}]`
      const message = `{"content":${content}}`
      await refuses(
        'a deep message',
        send(stage, `POST ${at}/messages`, [message], `content-length: ${message.length}\r\n`),
      )
      for (const path of [`${at}/subscribe`, '/api/live']) {
        for (const frame of [
          toFrame(1000 * MB),
          toFrame(2 ** 40),
          toFrame(1000 * MB, { opcode: 2 }),
          toFrame(1000 * MB, { isLast: false }),
        ]) {
          const { socket, closed } = await openSocket(stage, path)
          socket.write(frame)
          const write = () => {
            for (let count = 0; count < 64 && !socket.destroyed; count++) if (!socket.write(Buffer.alloc(MB))) return
          }
          socket.on('drain', write)
          write()
          attempts++
          await Promise.race([
            closed,
            sleep(20_000).then(() => wrong.push(`${path}: a frame of ${frame.readBigUInt64BE(2)} bytes was taken`)),
          ])
          socket.destroy()
        }
        // Deep, and short enough to be read: the socket lives on, and whoever said it is told.
        const deep = Buffer.from(`{"type":"user_message","content":${content}}`)
        const { socket } = await openSocket(stage, path)
        const told = new Promise((resolve) => socket.once('data', resolve))
        const head = Buffer.concat([toFrame(deep.length)])
        socket.write(Buffer.concat([head, deep]))
        attempts++
        await Promise.race([told, sleep(20_000).then(() => wrong.push(`${path}: nothing was said to a deep frame`))])
        socket.destroy()
      }
      await bystander.end()
      wrong.push(...bystander.wrong)
      if (readFileSync(join(stage.home, 'stdin.ndjson'), 'utf8').includes('DEEP')) wrong.push('it reached the CLI')
      return {
        passed: wrong.length === 0,
        bar: 'refused, others undisturbed',
        found:
          wrong.length === 0
            ? `${attempts} refused beside ${half.length} half-open connections; ${bystander.asked} others served, the slowest in ${Math.round(bystander.slowestMs)} ms`
            : wrong.slice(0, 5).join('; '),
        figures: {
          attempts,
          halfOpen: half.length,
          others: bystander.asked,
          slowestMs: Math.round(bystander.slowestMs),
          wrong: wrong.length,
        },
      }
    } finally {
      for (const socket of half) socket.destroy()
      await stage.clear()
    }
  },
} satisfies Row
