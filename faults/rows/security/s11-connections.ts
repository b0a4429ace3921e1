import { connect, type Socket } from 'node:net'
import type { Row, RowContext } from '../../../scripts/rows.ts'
import { GateStage } from '../../gate-stage.ts'

/** What a stranger says who never comes to an end. */
const UNFINISHED = [
  '',
  'GET / HTTP/1.1\r\n',
  'GET /api/health HTTP/1.1\r\nHost: HOST\r\nX-Slow: ',
  'POST /api/pair HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{',
  'GET /api/live HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n',
]
/** The server looks every 5 s for heads that take longer than 15 s. */
const HEAD_LIMIT_MS = 30_000

function open(port: number, text: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      resolve({ socket, closed })
    })
    const closed = new Promise<void>((done) => socket.on('close', () => done()))
    socket.on('error', reject)
    socket.resume()
  })
}

async function askMs(stage: GateStage): Promise<number> {
  const began = performance.now()
  const { status } = await stage.ask('GET', '/api/me', stage.bearer)
  return status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY
}

/** The median; nothing is a number where one was not answered. */
async function askOften(stage: GateStage): Promise<number> {
  const times: number[] = []
  for (let asked = 0; asked < 50; asked++) times.push(await askMs(stage))
  const isAll = times.every(Number.isFinite)
  return isAll ? (times.sort((a, b) => a - b)[25] ?? 0) : Number.POSITIVE_INFINITY
}

async function sendOversize(stage: GateStage): Promise<string[]> {
  const large = { 'x-large': 'x'.repeat(20_000) }
  const head = (await stage.ask('GET', '/api/me', { ...stage.bearer, ...large })).status
  const length = { ...stage.bearer, 'content-length': '999999999', 'content-type': 'application/json' }
  const body = await declareBody(stage, length)
  return [
    ...(head === 431 ? [] : [`a large head gave ${head}`]),
    ...(body === 413 ? [] : [`a large body gave ${body}`]),
  ]
}

/** Says how long the body will be, and sends none of it. */
function declareBody(stage: GateStage, headers: Record<string, string>): Promise<number> {
  const { host, port } = new URL(stage.server.url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`POST /api/claude/sessions HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

export default {
  id: 'S11',
  title: 'slow and half-open connections, heads and bodies over the limit',
  async run({ quick }: RowContext) {
    const stage = await GateStage.set()
    try {
      const { host, port } = new URL(stage.server.url)
      const wrong = await sendOversize(stage)
      const before = await askOften(stage)
      const count = quick ? 50 : 400
      const halfOpen = await Promise.all(
        Array.from({ length: count }, (_, at) =>
          open(Number(port), (UNFINISHED[at % UNFINISHED.length] ?? '').replace('HOST', host)),
        ),
      )
      const beside = await askOften(stage)
      if (beside === Number.POSITIVE_INFINITY) wrong.push('others were not answered')
      // A connection that says nothing, or only a part of its head, is cut; a body may take longer.
      const heads = halfOpen.filter((_, at) => at % UNFINISHED.length !== 3)
      const limit = new Promise<string>((resolve) => setTimeout(() => resolve('open'), HEAD_LIMIT_MS))
      const all = Promise.all(heads.map(({ closed }) => closed)).then(() => 'closed')
      if (!quick && (await Promise.race([all, limit])) === 'open')
        wrong.push(`half-open connections were still there after ${HEAD_LIMIT_MS / 1000} s`)
      for (const { socket } of halfOpen) socket.destroy()
      const ratio = Math.round((beside / before) * 10) / 10
      return {
        passed: wrong.length === 0 && beside < Math.max(3 * before, 20),
        bar: 'refused or cut, others answered in at most 3 times the time, or 20 ms',
        found: wrong.length === 0 ? `${count} half-open, others take ${ratio} times as long` : wrong.join('; '),
        figures: { halfOpen: count, wrong: wrong.length, ratio },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
